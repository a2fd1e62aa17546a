import { InputError, randomBits } from '../../../core/index.js';
import { sumOf } from './differences.js';

/** Settings of a randomisation test. */
export interface RandomisationOptions {
  /** 10,000: p of 0.05 is then known to about 0.002. */
  readonly draws?: number;
  /** Any number serves; a fixed one makes the same differences give the same p. */
  readonly seed?: number;
}

export const RANDOMISATION_DEFAULTS = { draws: 10_000, seed: 1 } as const;

/** The outcome of a randomisation test. */
export interface RandomisationTest {
  /** Two-sided. */
  readonly p: number;
  /** True when every pattern of signs was looked at instead of drawn ones. */
  readonly exact: boolean;
  /** Patterns of signs looked at. */
  readonly patterns: number;
}

/** Sums of the same numbers in another order differ by rounding: they are equal within this share of the largest sum. */
const ROUNDING = 1e-12;

/**
 * Fisher's randomisation test of paired scores: were the systems alike, every difference could as well have the other sign.
 * p is the share of sign patterns whose sum lies as far from 0 as the one found, or farther. All patterns are looked at
 * when there are no more than `draws`; otherwise as many are drawn and p = (b + 1) / (draws + 1), the pattern found being
 * one of them (Phipson and Smyth 2010). Differences of 0 have no sign and change nothing. The mean of task means is tested
 * with differences divided by the queries of their task: see `macroDifferences`.
 */
export const randomisationTest = (
  differences: ArrayLike<number>,
  options: RandomisationOptions = {},
): RandomisationTest => tested(differences, options, Number.POSITIVE_INFINITY);

/** The p of the test where it is below a level, else 1: a look at the first patterns is then enough for most. */
export const chanceBelow = (
  level: number,
  differences: ArrayLike<number>,
  options: RandomisationOptions = {},
): number => {
  const { p } = tested(differences, options, level);
  return p < level ? p : 1;
};

const tested = (
  differences: ArrayLike<number>,
  options: RandomisationOptions,
  level: number,
): RandomisationTest => {
  const { draws, seed } = { ...RANDOMISATION_DEFAULTS, ...options };
  if (!Number.isSafeInteger(draws) || draws < 1)
    throw new InputError({
      found: `${draws} draws`,
      expected: 'a whole number from 1',
      fix: 'write draws: 100000',
    });
  const moved = Float64Array.from(differences).filter((difference) => difference !== 0);
  const farthest = sumOf(moved.map(Math.abs));
  const far = Math.abs(sumOf(moved)) - farthest * ROUNDING;
  if (2 ** moved.length <= draws) {
    const patterns = 2 ** moved.length;
    return { p: patternsAtLeast(moved, far) / patterns, exact: true, patterns };
  }
  const reached = drawnAtLeast(moved, far, draws, seed, level * (draws + 1) - 1);
  return { p: (reached + 1) / (draws + 1), exact: false, patterns: draws };
};

/** Signs in one number of the generator, and differences whose sums under all their signs are made beforehand. */
const WORD = 32;
const BYTE = 8;
/** Draws that are summed together: each word of all of them in turn, so that its sums stay at hand. */
const BLOCK = 256;

/** Draws that reach so far; counting ends where it has counted `enough`. */
const drawnAtLeast = (moved: Float64Array, far: number, draws: number, seed: number, enough: number) => {
  const words = Math.ceil(moved.length / WORD);
  const parts = signedSums(moved, words * (WORD / BYTE));
  const sums = new Float64Array(BLOCK);
  let reached = 0;
  for (let first = 0; first < draws && reached < enough; first += BLOCK) {
    const count = Math.min(BLOCK, draws - first);
    sums.fill(0);
    for (let word = 0; word < words; word++)
      addWord(sums.subarray(0, count), parts, seed, first, words, word);
    for (let i = 0; i < count && reached < enough; i++) if (Math.abs(sums[i]!) >= far) reached++;
  }
  return reached;
};

/** Adds to the sum of each draw what the differences of one word come to under its signs. */
const addWord = (
  sums: Float64Array,
  parts: Float64Array,
  seed: number,
  first: number,
  words: number,
  word: number,
): void => {
  const at = word << 10;
  for (let i = 0; i < sums.length; i++) {
    const signs = randomBits(seed, (first + i) * words + word);
    sums[i]! +=
      parts[at + (signs & 255)]! +
      parts[at + 256 + ((signs >>> 8) & 255)]! +
      parts[at + 512 + ((signs >>> 16) & 255)]! +
      parts[at + 768 + (signs >>> 24)]!;
  }
};

/** For every eight differences their sum under each of 256 patterns of signs, a set bit being a minus. */
const signedSums = (moved: Float64Array, bytes: number): Float64Array => {
  const padded = new Float64Array(bytes * BYTE);
  padded.set(moved);
  const sums = new Float64Array(bytes * 2 ** BYTE);
  for (let byte = 0; byte < bytes; byte++) {
    const start = byte * 2 ** BYTE;
    for (let i = 0; i < BYTE; i++) sums[start]! += padded[byte * BYTE + i]!;
    // A pattern is a smaller one with one more minus.
    for (let i = 0; i < BYTE; i++) {
      const patterns = 2 ** i;
      const change = 2 * padded[byte * BYTE + i]!;
      for (let at = start; at < start + patterns; at++) sums[at + patterns] = sums[at]! - change;
    }
  }
  return sums;
};

const patternsAtLeast = (moved: Float64Array, far: number): number => {
  let reached = 0;
  for (let pattern = 0; pattern < 2 ** moved.length; pattern++) {
    let sum = 0;
    for (let i = 0; i < moved.length; i++) sum += (pattern >> i) & 1 ? -moved[i]! : moved[i]!;
    if (Math.abs(sum) >= far) reached++;
  }
  return reached;
};

/** Differences whose sum is the mean of task means: each divided by the queries of its task and the number of tasks. */
export const macroDifferences = (tasks: readonly ArrayLike<number>[]): Float64Array =>
  Float64Array.from(
    tasks.flatMap((differences) =>
      Array.from(differences, (difference) => difference / differences.length / tasks.length),
    ),
  );
