/** A place where an answer names a document that it was shown. */
export interface Citation {
  /** As it was shown: the first document is 1. */
  readonly number: number;
  /** What rests on it: the sentence before the bracket, without brackets of its own. */
  readonly statement: string;
}

/** `[2]`, `[1, 3]`, `[2-4]`. Numbers are short and few, so that nothing else in brackets is a citation. */
const BRACKET = /\[(\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,20})\]/g;

/** Where a sentence ends: before a space, or at the end of a line. */
const SENTENCE_END = /[.!?](?=\s)|\n/g;

/** The citations of an answer, in its order; the same number twice in one sentence is one. */
export const citationsIn = (answer: string): readonly Citation[] => {
  const found = new Map<string, Citation>();
  for (const { index, 1: numbers = '' } of answer.matchAll(BRACKET)) {
    const statement = statementBefore(answer, index);
    for (const number of numbersIn(numbers))
      if (statement) found.set(JSON.stringify([number, statement]), { number, statement });
  }
  return [...found.values()];
};

/** The sentence that a bracket closes. Brackets may stand before its full stop, after it, or behind other brackets. */
const statementBefore = (answer: string, end: number): string => {
  const before = answer
    .slice(Math.max(0, end - LONGEST), end)
    .replace(BRACKET, ' ')
    .trim();
  let start = 0;
  for (const { index } of before.matchAll(SENTENCE_END)) start = index + 1;
  return before.slice(start).replace(/\s+/g, ' ').trim();
};

/** A sentence is no longer than this; a text without any is quoted from its last characters. */
const LONGEST = 2000;

/** Documents between the two ends of a range are cited too. */
const numbersIn = (text: string): readonly number[] =>
  text.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    return last >= first && last - first <= MOST_IN_RANGE
      ? Array.from({ length: last - first + 1 }, (_, i) => first + i)
      : [first, last];
  });

const MOST_IN_RANGE = 20;
