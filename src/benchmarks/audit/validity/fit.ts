import { random } from '../../../core/index.js';

/** How well documents fit a query, from the scores of all documents. */
export type Fit = (document: number) => number;

/** A sample is enough to say how many documents in a hundred or a thousand score higher. */
const MOST_COMPARED = 20_000;

/** The documents that others are compared with: all, or a sample of a large corpus. */
export const backgroundOf = (documents: number, seed: number): Uint32Array => {
  if (documents <= MOST_COMPARED) return Uint32Array.from({ length: documents }, (_, i) => i);
  const next = random(seed);
  const drawn = new Set<number>();
  while (drawn.size < MOST_COMPARED) drawn.add(Math.floor(next() * documents));
  return Uint32Array.from(drawn).sort();
};

/**
 * How well a document fits: the negative logarithm of the share of documents that score higher, of which equal scores count half. Only the order of the
 * scores of one query counts, and a place near the top counts more than one in the middle.
 */
export const fitOf = (scores: ArrayLike<number>, background: Uint32Array): Fit => {
  const sorted = Float64Array.from(background, (document) => scores[document]!).sort();
  const all = sorted.length;
  return (document) => {
    const below = countBelow(sorted, scores[document]!, false);
    const notAbove = countBelow(sorted, scores[document]!, true);
    const inFront = all - notAbove + (notAbove - below) / 2;
    return -Math.log10(Math.max(inFront, 0.5) / all);
  };
};

/** How many sorted values are below a value, or not above it. */
const countBelow = (sorted: Float64Array, value: number, orEqual: boolean): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
};
