/** What the keys of a reviewer do. */
export const REVIEWER_KEYS = [
  ['1 2 3 …', 'choose an answer of the marked question'],
  ['Tab', 'to the next question, button or text'],
  ['R', 'write a reason'],
  ['Enter', 'go on: to what is missing, else save and show the next item'],
  ['J K', 'scroll the last text down or up; with Shift the first one'],
  ['S', 'skip the item, with a reason'],
  ['U', 'undo: back to the answer before, to change it'],
  ['H', 'your answers so far'],
  ['B', 'take a break'],
] as const;

/** What to do, in short. */
export const Instructions = () => (
  <ul className="instructions">
    <li>
      Judge each item on its own, by what you know and by the texts shown. You do not see what a model or
      another reviewer said, and they do not see your answers.
    </li>
    <li>
      Every answer is saved before the next item is shown. You can stop at any time, come back by the same
      link, and change answers until they are adjudicated.
    </li>
    <li>Write nothing into a reason that could identify a person.</li>
    <li>
      This is research material, not clinical advice: texts may be wrong, out of date, or written by a model.
      Do not use them to treat anybody.
    </li>
  </ul>
);
