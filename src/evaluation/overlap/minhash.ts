import { random } from '../../core/index.js';

/** For each hash function, the least value that any shingle of a text has. */
export type Signature = Uint32Array;

/** Makes signatures of texts; equal seeds and counts give equal signatures on every machine. */
export interface MinHasher {
  readonly hashes: number;
  readonly seed: number;
  /** The signature of shingles, hashed by `shingleHashes`. Without shingles every value is 2^32 − 1. */
  signature(shingles: ArrayLike<number>): Signature;
}

/** Hash functions and seed. */
export interface MinHashOptions {
  readonly hashes?: number;
  readonly seed?: number;
}

/**
 * MinHash: function i of a shingle's 32-bit hash x is (aᵢ·x + bᵢ) mod 2^32, where aᵢ (made odd) and bᵢ are drawn one after
 * the other by `random(seed)` of `r2med/core`. Two signatures agree in a value with a chance that is the Jaccard of the shingles.
 */
export const minHasher = ({ hashes = 128, seed = 1 }: MinHashOptions = {}): MinHasher => {
  const draw = random(seed);
  const factors = new Uint32Array(hashes);
  const terms = new Uint32Array(hashes);
  for (let i = 0; i < hashes; i++) {
    factors[i] = (draw() * 2 ** 32) | 1;
    terms[i] = draw() * 2 ** 32;
  }
  return {
    hashes,
    seed,
    signature: (shingles) => {
      const least = new Uint32Array(hashes).fill(0xffffffff);
      for (let i = 0; i < hashes; i++) least[i] = leastOf(shingles, factors[i]!, terms[i]!);
      return least;
    },
  };
};

const leastOf = (shingles: ArrayLike<number>, factor: number, term: number): number => {
  let least = 0xffffffff;
  for (let i = 0; i < shingles.length; i++) {
    const value = (Math.imul(factor, shingles[i]!) + term) >>> 0;
    if (value < least) least = value;
  }
  return least;
};

/** The Jaccard that two signatures suggest: the share of equal values. Its standard error is √(J(1 − J) / hashes). */
export const estimatedJaccard = (first: Signature, second: Signature): number => {
  let equal = 0;
  for (let i = 0; i < first.length; i++) if (first[i] === second[i]) equal += 1;
  return first.length === 0 ? 0 : equal / first.length;
};
