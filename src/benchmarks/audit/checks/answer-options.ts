import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

export const answerOptions = queryCheck(
  {
    name: 'answer-options',
    title: 'Queries with answer options',
    definition:
      'Queries that list options of an exam question: A), B) and C), in brackets, quotes or bold type, with full stops or colons, or alone at the beginning of lines, in capitals or not, one after the other; four short lines or more with bullets or numbers after the last question mark; or words such as “which of the following”, “options:” and “the correct answer is B”.',
    severity: 'warning',
    fix: 'Leave the options out of the query: one of them is the answer. `build reformulate` rewrites such questions.',
  },
  ({ text }) => {
    const at = optionsIn(text);
    if (at !== undefined) return { detail: 'options A, B and C', text: excerpt(text, at) };
    if (isList(text)) return { detail: 'a list after the question', text: excerpt(text, text.length) };
    const said = SAID.exec(text) ?? SOLVED.exec(text);
    return said ? { detail: `“${said[0]}”`, text: excerpt(text, said.index) } : undefined;
  },
);

const SAID =
  /\b(?:which|what|any|all|none|one|each) of the following\b|\b(?:answer )?(?:options|choices):|\b(?:select|choose|pick) (?:one:|the (?:single )?(?:best|correct|right) (?:answer|option|choice)\b)/i;
const SOLVED = /\b(?:[Cc]orrect|[Rr]ight|[Bb]est) (?:answer|option|choice)(?: is|:) \(?[A-J](?=[).,;\n]|$)/;

/** Whether nothing but four short items or more, with bullets or numbers, follows the last question mark. */
const isList = (text: string): boolean => {
  const [before, ...items] = text
    .slice(text.lastIndexOf('?') + 1)
    .split(/(?:^|\s)(?:[-*•]|\(?\d{1,2}[).])\s/);
  return (
    text.includes('?') && !before!.trim() && items.length >= 4 && items.every(({ length }) => length <= 60)
  );
};

/** The mark of an option, as in A) A. A: A、 (A) [A] **A.** "A": and, at the beginning of a line, A alone. */
const MARK =
  /(?<![\p{L}\p{N}])([A-Ca-c])(?:[).:](?=\s|\*)|\)(?=[\p{L}\p{N}])|[、．]|["']:)|(?<=(?:^|\s)\[)([A-C])\](?=\s)|^[ \t]{0,4}([A-C])[ \t]{1,4}(?=\S)/gmu;

/** Where a list of options begins: the marks A, B and C follow each other, whatever is between them. */
export const optionsIn = (text: string): number | undefined => {
  let begin = 0;
  let wanted = 0;
  for (const { 1: mark, 2: bracketed, 3: alone, index } of text.matchAll(MARK)) {
    const letter = (mark ?? bracketed ?? alone!).toUpperCase();
    if (letter === 'A') begin = index;
    if (letter === 'ABC'[wanted]) wanted += 1;
    else wanted = letter === 'A' ? 1 : 0;
    if (wanted === 3) return begin;
  }
  return undefined;
};
