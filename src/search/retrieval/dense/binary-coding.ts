import type { Coding } from './code-search.js';

/** HAKARI-Bench's binary: one bit per dimension, set above 0; the score is minus the number of bits that differ. */
export const binaryCoding = (dimensions: number): Coding => ({
  bytes: Math.ceil(dimensions / 8),
  score: 'minus-differing-bits',
  encode: (vector, into) => {
    for (let k = 0; k < dimensions; k++) if (vector[k]! > 0) into[k >> 3]! |= 1 << (k & 7);
  },
});
