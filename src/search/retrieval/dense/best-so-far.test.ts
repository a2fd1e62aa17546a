import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestSoFar } from './best-so-far.js';

/** By sorting everything. */
const sorted = (scores: readonly number[], k: number, margin: number) => {
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const floor = k <= scores.length ? scores[order[k - 1]!]! - margin : Number.NEGATIVE_INFINITY;
  const rows = order.filter((row) => scores[row]! >= floor);
  return rows.map((row) => [row, scores[row]! + 0]);
};

const bestOf = (scores: readonly number[], k: number, margin: number, most: number, block: number) => {
  const best = bestSoFar({ k, margin, most });
  for (let from = 0; from < scores.length; from += block)
    best.add(Float32Array.from(scores.slice(from, from + block)), from);
  const { rows, scores: found } = best.candidates();
  return Array.from(rows, (row, i) => [row, found[i]! + 0]);
};

const score = fc.oneof(
  fc.float({ min: -1, max: 1, noNaN: true }),
  // Many that are equal, and both zeros.
  fc.constantFrom(-1, -0.5, -0, 0, 0.25, 0.5, 1),
);

describe('the best so far', () => {
  it('are the best of all, with what is within the margin, whatever the blocks', () => {
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 1200, size: 'max' }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(0, 1e-6, 0.01, 3),
        fc.integer({ min: 1, max: 700 }),
        fc.constantFrom(1, 1.5, 0.3, 0),
        (scores, k, margin, block, most) => {
          expect(bestOf(scores, k, margin, most, block)).toEqual(sorted(scores, k, margin));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are found when each is better than all before it', () => {
    const rising = Array.from({ length: 5000 }, (_, i) => Math.fround(i / 5000 - 0.5));
    expect(bestOf(rising, 30, 1e-3, 1, 512)).toEqual(sorted(rising, 30, 1e-3));
  });

  it('are all rows where all are equal', () => {
    const equal = new Array<number>(3000).fill(0.5);
    expect(bestOf(equal, 3, 0, 1, 512)).toEqual(sorted(equal, 3, 0));
  });
});
