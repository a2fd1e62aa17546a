import type { Json } from '../../../core/index.js';
import type { Tally } from './tally.js';

/**
 * The numbers in an answer such as `[2] > [1]`, by RankGPT's rule: every character that is not a digit becomes a space, and what
 * is left is split. Digits are decimal ones of any script, as Python's `int` takes them: models write `［２］` too.
 */
export const numbersIn = (answer: string): readonly number[] =>
  (answer.match(/\p{Nd}+/gu) ?? []).map((digits) => Number([...digits].map(valueOfDigit).join('')));

/** Unicode gives every script its ten digits in a row, from 0 up; the mathematical ones are in five such rows. */
const valueOfDigit = (digit: string): number => {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
};

/**
 * The order that an answer gives to `count` documents: repeats and numbers of none dropped, missing ones appended in their old
 * order. Total: any answer gives a permutation, or undefined when it names no document.
 */
export const readOrder = (answer: string, count: number, tally: Tally): readonly number[] | undefined => {
  const named = listedPositions(numbersIn(answer), count, tally);
  if (!named) return undefined;
  tally.missing += count - named.length;
  return withTheRest(named, count);
};

/**
 * Which of `count` documents, numbered from 1, an answer's numbers name: places from 0, each once, in the answer's order. What
 * is left out of it is counted; undefined when it names none at all.
 */
export const listedPositions = (
  numbers: readonly number[],
  count: number,
  tally: Tally,
): readonly number[] | undefined => {
  const named = new Set<number>();
  for (const number of numbers) {
    const place = number - 1;
    if (!Number.isInteger(place) || place < 0 || place >= count) tally.unknown += 1;
    else if (named.has(place)) tally.repeated += 1;
    else named.add(place);
  }
  if (named.size > 0) return [...named];
  tally.unparsed += 1;
  return undefined;
};

/** Named places first, the others behind them in their old order. */
export const withTheRest = (named: readonly number[], count: number): readonly number[] => {
  const first = new Set(named);
  return [...named, ...Array.from({ length: count }, (_, place) => place).filter((at) => !first.has(at))];
};

const OPEN = '```json';
const CLOSE = '```';

/**
 * The places that the last json code fence of an answer lists, best first; undefined, and counted, when there is no such fence,
 * or no list in it, or no number of a document in the list.
 */
export const readList = (answer: string, count: number, tally: Tally): readonly number[] | undefined => {
  const listed = parsed(lastFence(answer));
  return listedPositions(Array.isArray(listed) ? listed.map(numberOf) : [], count, tally);
};

const lastFence = (answer: string): string => {
  let last = '';
  for (let from = 0; ; ) {
    const open = answer.indexOf(OPEN, from);
    const close = open < 0 ? -1 : answer.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) return last;
    last = answer.slice(open + OPEN.length, close);
    from = close + CLOSE.length;
  }
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Some models write `"3"` or `"[3]"`. What is not a number is one of no document. */
const numberOf = (item: Json): number => {
  if (typeof item === 'number') return item;
  const digits = typeof item === 'string' ? /^\s*\[?(\d{1,6})\]?\.?\s*$/.exec(item)?.[1] : undefined;
  return digits === undefined ? Number.NaN : Number(digits);
};
