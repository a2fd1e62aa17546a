import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReviewQuestion } from '../../experiment/record/index.js';
import { useSay } from './announcements.js';
import { Key } from './key.js';
import { choiceKeys, type KeyActions, useKeys } from './keys.js';
import { answerTo, type Sheet } from './sheet.js';
import { scrollTexts } from './texts.js';

/** Characters of a reason that the server takes. */
const LONGEST_REASON = 5000;

/** Whether Enter in a field means to go on: Shift+Enter is a new line, and some scripts use Enter while a word is written. */
export const goesOn = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

interface QuestionsProps {
  questions: readonly ReviewQuestion[];
  sheet: Sheet;
  /** What is shown between a question and its choices. */
  evidence?: (question: ReviewQuestion) => ReactNode;
  chosenBy?: (question: ReviewQuestion, value: string) => readonly string[];
}

/**
 * The questions of an item with their choices. A key chooses in the question that is marked; the mark then moves to the next one without an
 * answer. Enter goes on to whatever is missing, and saves when nothing is.
 */
export const Questions = ({ questions, sheet, evidence, chosenBy }: QuestionsProps) => {
  const say = useSay();
  const root = useRef<HTMLDivElement>(null);
  const open = questions.findIndex(({ name }) => answerTo(sheet.answers, name).value === undefined);
  const [active, setActive] = useState(open < 0 ? 0 : open);

  const fieldOf = (index: number): HTMLElement | undefined =>
    root.current?.querySelectorAll<HTMLElement>('fieldset')[index];
  const focusChoice = (index: number): void => {
    const field = fieldOf(index);
    (
      field?.querySelector<HTMLInputElement>('input:checked') ??
      field?.querySelector<HTMLInputElement>('input')
    )?.focus();
  };
  const focusReason = (index: number): void => fieldOf(index)?.querySelector('textarea')?.focus();
  // What is missing is shown where it is, by mouse or by key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to save says anew what is missing
  useEffect(() => {
    if (!sheet.missing) return;
    const { question, what } = sheet.missing;
    const index = questions.findIndex(({ name }) => name === question);
    setActive(index);
    if (what === 'answer') focusChoice(index);
    else focusReason(index);
    say(`${what === 'answer' ? 'Choose an answer' : 'Give a reason'}: ${questions[index]!.text}`);
  }, [sheet.missing]);
  const goOn = (): void => sheet.save();

  const choose = (index: number, value: string): void => {
    if (sheet.locked) return;
    const { name, choices, reason } = questions[index]!;
    sheet.change(name, { value });
    say(choices.find((choice) => choice.value === value)!.label);
    if (reason === 'required' && !answerTo(sheet.answers, name).reason?.trim()) {
      setActive(index);
      focusReason(index);
      return;
    }
    const next = questions.findIndex(
      (each, i) => i !== index && answerTo(sheet.answers, each.name).value === undefined,
    );
    setActive(next < 0 ? index : next);
    if (next >= 0) focusChoice(next);
    else
      fieldOf(index)
        ?.querySelectorAll<HTMLInputElement>('input')
        [choices.findIndex((choice) => choice.value === value)]?.focus();
  };

  useKeys({
    ...(questions[active] && actionsOf(questions[active], (value) => choose(active, value))),
    Enter: goOn,
    r: () => focusReason(active),
    j: ({ shiftKey }) => scrollTexts(1, shiftKey ? 'first' : 'last'),
    k: ({ shiftKey }) => scrollTexts(-1, shiftKey ? 'first' : 'last'),
  });

  return (
    <div ref={root} className="questions">
      {questions.map((question, index) => (
        <QuestionField
          key={question.name}
          question={question}
          sheet={sheet}
          active={index === active}
          activate={() => setActive(index)}
          // By mouse and by the arrow keys nothing moves on.
          choose={(value) => sheet.change(question.name, { value })}
          goOn={goOn}
          leaveReason={() => focusChoice(index)}
          chosenBy={chosenBy}
        >
          {evidence?.(question)}
        </QuestionField>
      ))}
    </div>
  );
};

const actionsOf = ({ choices }: ReviewQuestion, choose: (value: string) => void): KeyActions => {
  const keys = choiceKeys(choices);
  return Object.fromEntries(
    choices.flatMap(({ value }, i) => (keys[i] === undefined ? [] : [[keys[i], () => choose(value)]])),
  );
};

const QuestionField = ({
  question,
  sheet,
  active,
  activate,
  choose,
  goOn,
  leaveReason,
  chosenBy,
  children,
}: {
  question: ReviewQuestion;
  sheet: Sheet;
  active: boolean;
  activate: () => void;
  choose: (value: string) => void;
  goOn: () => void;
  leaveReason: () => void;
  chosenBy: ((question: ReviewQuestion, value: string) => readonly string[]) | undefined;
  children: ReactNode;
}) => {
  const { name, text, choices, reason } = question;
  const keys = choiceKeys(choices);
  const typed = answerTo(sheet.answers, name);
  const missing = sheet.missing?.question === name ? sheet.missing.what : undefined;
  return (
    <fieldset className={active ? 'question active' : 'question'} onFocus={activate}>
      <legend>{text}</legend>
      {children}
      <div className="options">
        {choices.map(({ value, label, help }, i) => (
          <label key={value} className="option">
            <input
              type="radio"
              name={name}
              checked={typed.value === value}
              onChange={() => choose(value)}
              disabled={sheet.locked && typed.value !== value}
            />
            <span className="option-text">
              <span>{label}</span>
              {help && <small>{help}</small>}
            </span>
            {chosenBy?.(question, value).map((who) => (
              <span key={who} className="chosen-by">
                <span className="visually-hidden">chosen by </span>
                {who}
              </span>
            ))}
            {keys[i] !== undefined && <Key>{keys[i].toUpperCase()}</Key>}
          </label>
        ))}
      </div>
      {missing === 'answer' && <p className="asked">Choose one to go on.</p>}
      {reason !== 'none' && (
        <label className="reason">
          <span>
            Reason {reason === 'optional' && <small>if you like</small>} {active && <Key>R</Key>}
          </span>
          <textarea
            rows={1}
            maxLength={LONGEST_REASON}
            value={typed.reason ?? ''}
            readOnly={sheet.locked}
            required={reason === 'required'}
            aria-invalid={missing === 'reason'}
            onChange={({ target }) => sheet.change(name, { reason: target.value })}
            onKeyDown={(event) => {
              if (goesOn(event)) {
                event.preventDefault();
                goOn();
              } else if (event.key === 'Escape') leaveReason();
            }}
          />
        </label>
      )}
      {missing === 'reason' && <p className="asked">This question needs a reason, in a few words.</p>}
    </fieldset>
  );
};
