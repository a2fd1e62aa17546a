import { optionsIn } from '../../audit/index.js';
import { holdsPhrase, normalWords } from '../normal-words.js';
import { type DiffPart, wordDiff, wordsOf } from './word-diff.js';

/**
 * Checks a new question against the old one: the description before the sentence that asks is nearly the same, numbers and negations are the same, and
 * neither options nor the answer are in it.
 */
export const checkChange = (before: string, after: string, answer: string, maxChange: number) => {
  const parts = wordDiff(before, after);
  const asking = askingSentence(before);
  const [outside, inside] = shares(parts, wordsOf(before).length, asking);
  const problem = problemOf(before, after, answer, outside, maxChange);
  // Shares of the words before the sentence that asks, and within it, that were removed or added; and why it cannot be used.
  return { parts, outside, inside, problem };
};

/** Words of the old text before the sentence that asks: the last one with a question mark, or else the last one. */
const askingSentence = (text: string): number => {
  const words = wordsOf(text);
  const ends = words.flatMap((word, i) => (/[.?!:]["')\]]?$/.test(word) ? [i] : []));
  const question = words.findLastIndex((word) => /\?["')\]]?$/.test(word));
  const last = question >= 0 ? question : words.length - 1;
  return (ends.findLast((end) => end < last) ?? -1) + 1;
};

const shares = (parts: readonly DiffPart[], total: number, asking: number) => {
  const counts = { outside: 0, inside: 0 };
  for (const { kind, words, at } of parts) {
    if (kind === 'same') continue;
    // What is added at the border belongs to the sentence that asks.
    const before =
      kind === 'removed' ? Math.max(0, Math.min(words.length, asking - at)) : at < asking ? words.length : 0;
    counts.outside += before;
    counts.inside += words.length - before;
  }
  return [
    asking === 0 ? 0 : counts.outside / asking,
    total === asking ? 0 : counts.inside / (total - asking),
  ] as const;
};

const problemOf = (before: string, after: string, answer: string, outside: number, maxChange: number) => {
  if (holdsPhrase(after, answer)) return { why: 'answer in the query', detail: answer };
  const pointer =
    POINTERS.exec(after)?.[0] ?? (optionsIn(after) === undefined ? undefined : 'options A, B and C');
  if (pointer !== undefined) return { why: 'still multiple choice', detail: pointer };
  const number = difference(numbersIn(before), numbersIn(after));
  if (number !== undefined) return { why: 'number changed', detail: number };
  const negation = difference(negationsIn(before), negationsIn(after));
  if (negation !== undefined) return { why: 'negation changed', detail: negation };
  if (outside > maxChange)
    return {
      why: 'too many changes',
      detail: `${(100 * outside).toFixed(1)} % of the words before the question, more than ${100 * maxChange} %`,
    };
  return undefined;
};

/** Words that point to options which are not there any more. */
const POINTERS =
  /\b(?:of|from|among) the following\b|\bwhich of (?:these|those)\b|\b(?:following|answer|given|listed) (?:options|choices|answers)\b|\boption [A-E]\b|^\s{0,8}\(?[A-E][.)]\s/im;

const numbersIn = (text: string): readonly string[] => text.match(/\p{N}+(?:[.,/]\p{N}+)*/gu) ?? [];

const NEGATIONS = new Set([
  ...['no', 'not', 'never', 'neither', 'nor', 'none', 'without', 'cannot', 'absent', 'absence'],
  ...['denies', 'denied', 'negative', 'except', 'least', 'unlikely', 'contraindicated'],
]);

/** "doesn't" is "doesn" and "t" to the words of an answer, so the endings are looked for first. */
const negationsIn = (text: string): readonly string[] => [
  ...(text.match(/n['’]t\b/giu) ?? []).map(() => "n't"),
  ...normalWords(text).filter((word) => NEGATIONS.has(word)),
];

/** The first value that two lists do not hold equally often. */
const difference = (before: readonly string[], after: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const value of before) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of after) counts.set(value, (counts.get(value) ?? 0) - 1);
  const [found] = [...counts].filter(([, count]) => count !== 0);
  return found && `${found[0]} ${found[1] > 0 ? 'is missing' : 'was added'}`;
};
