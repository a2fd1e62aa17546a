import { runHash, wordHashes } from './hashes.js';
import { words } from './words.js';

/** Words of a shingle by default. */
export const SHINGLE_WORDS = 3;

/**
 * The distinct runs of `size` words of a text, in the order of their first occurrence. A text with fewer words is one
 * shingle, so that it is not lost; a text without words has none.
 */
export const shingles = (text: string, size = SHINGLE_WORDS): ReadonlySet<string> => {
  const all = words(text);
  const found = new Set<string>();
  for (let from = 0; from < runsOf(all.length, size); from++)
    found.add(all.slice(from, from + size).join(' '));
  return found;
};

/**
 * The distinct shingles of a text as sorted 32-bit hashes. Two shingles of one pair of texts have the same hash with a
 * chance of one in 4 billion.
 */
export const shingleHashes = (text: string, size = SHINGLE_WORDS): Uint32Array =>
  hashedShingles(wordHashes(text), size);

/** {@link shingleHashes} of words that are hashed already. */
export const hashedShingles = (hashes: Uint32Array, size: number): Uint32Array => {
  const runs = runsOf(hashes.length, size);
  const found = new Uint32Array(runs);
  for (let from = 0; from < runs; from++)
    found[from] = runHash(hashes, from, Math.min(from + size, hashes.length));
  found.sort();
  let distinct = 0;
  for (let i = 0; i < runs; i++)
    if (i === 0 || found[i] !== found[i - 1]) {
      found[distinct] = found[i]!;
      distinct += 1;
    }
  return found.subarray(0, distinct);
};

const runsOf = (count: number, size: number): number => (count === 0 ? 0 : Math.max(1, count - size + 1));

/** Jaccard of two sorted lists of distinct hashes. 0 if both are empty. */
export const jaccardOfHashes = (first: ArrayLike<number>, second: ArrayLike<number>): number => {
  let shared = 0;
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    const a = first[i]!;
    const b = second[j]!;
    if (a === b) shared += 1;
    if (a <= b) i += 1;
    if (b <= a) j += 1;
  }
  const all = first.length + second.length - shared;
  return all === 0 ? 0 : shared / all;
};
