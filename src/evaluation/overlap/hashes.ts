import { words } from './words.js';

/** Spreads every bit of a 32-bit number over all bits (MurmurHash3's last step). */
const spread = (value: number): number => {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** FNV-1a over the UTF-16 units of a word, each taken as one step, then spread. */
const wordHash = (word: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193);
  return spread(h);
};

/** The hash of each word of a text, 32 bits without sign. */
export const wordHashes = (text: string): Uint32Array => Uint32Array.from(words(text), wordHash);

/** The hash of a run of numbers, 32 bits without sign. Another basis gives another, unrelated hash. */
export const runHash = (numbers: ArrayLike<number>, from: number, to: number, basis = 0): number => {
  let h = basis | 0;
  for (let i = from; i < to; i++) {
    h = Math.imul(h ^ numbers[i]!, 0x9e3779b1);
    h ^= h >>> 15;
  }
  return spread(h ^ (to - from));
};

/** Two hashes of a run of numbers as one whole number of 53 bits: for telling millions of runs apart. */
export const longRunHash = (numbers: ArrayLike<number>, from: number, to: number): number =>
  runHash(numbers, from, to, 0x5bd1e995) * 2 ** 21 + (runHash(numbers, from, to) >>> 11);
