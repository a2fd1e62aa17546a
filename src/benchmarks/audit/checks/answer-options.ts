import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

export const answerOptions = queryCheck(
  {
    name: 'answer-options',
    title: 'Queries with answer options',
    definition:
      'Queries that list options of an exam question: A), B) and C), in brackets, or with full stops or colons, one after the other.',
    severity: 'warning',
    fix: 'Leave the options out of the query: one of them is the answer. `build reformulate` rewrites such questions.',
  },
  ({ text }) => {
    const at = optionsIn(text);
    return at === undefined ? undefined : { detail: 'options A, B and C', text: excerpt(text, at) };
  },
);

/** Where a list of options begins: the marks A, B and C follow each other, whatever is between them. */
const optionsIn = (text: string): number | undefined => {
  let begin = 0;
  let wanted = 0;
  for (const { 1: letter, index } of text.matchAll(/(?<![\p{L}\p{N}])([A-C])[).:](?=\s)/gu)) {
    if (letter === 'A') begin = index;
    if (letter === 'ABC'[wanted]) wanted += 1;
    else wanted = letter === 'A' ? 1 : 0;
    if (wanted === 3) return begin;
  }
  return undefined;
};
