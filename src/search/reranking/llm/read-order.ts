import { listedPositions, withTheRest } from './listed-positions.js';
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
