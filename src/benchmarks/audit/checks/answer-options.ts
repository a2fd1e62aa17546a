import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

export const answerOptions = queryCheck(
  {
    name: 'answer-options',
    title: 'Queries with answer options',
    definition:
      'Queries that list options of an exam question: A), B) and C), in brackets, or with full stops or colons, in capitals or not, one after the other; or that say “which of the following” or “options:”.',
    severity: 'warning',
    fix: 'Leave the options out of the query: one of them is the answer. `build reformulate` rewrites such questions.',
  },
  ({ text }) => {
    const at = optionsIn(text);
    if (at !== undefined) return { detail: 'options A, B and C', text: excerpt(text, at) };
    const said = /\b(?:which|what|any|all|none) of the following\b|\b(?:answer )?(?:options|choices):/i.exec(
      text,
    );
    return said ? { detail: `“${said[0]}”`, text: excerpt(text, said.index) } : undefined;
  },
);

/** Where a list of options begins: the marks A, B and C follow each other, whatever is between them. */
const optionsIn = (text: string): number | undefined => {
  let begin = 0;
  let wanted = 0;
  for (const { 1: mark, index } of text.matchAll(/(?<![\p{L}\p{N}])([A-Ca-c])[).:](?=\s)/gu)) {
    const letter = mark!.toUpperCase();
    if (letter === 'A') begin = index;
    if (letter === 'ABC'[wanted]) wanted += 1;
    else wanted = letter === 'A' ? 1 : 0;
    if (wanted === 3) return begin;
  }
  return undefined;
};
