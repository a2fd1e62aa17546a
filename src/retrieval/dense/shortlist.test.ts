import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortlist } from './shortlist.js';

const score = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.float({ noNaN: true, noDefaultInfinity: true, min: -10, max: 10 }),
);

describe('shortlist', () => {
  it('holds the k best and all that tie with the last', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (scores, k) => {
        const list = shortlist(k);
        for (const [row, each] of scores.entries()) list.offer(row, each);
        const sorted = [...scores].sort((a, b) => b - a);
        const floor = scores.length > k ? sorted[k - 1]! : Number.NEGATIVE_INFINITY;
        const expected = [...scores.keys()].filter((row) => scores[row]! >= floor);
        const { rows, scores: kept } = list.listed();
        expect([...rows]).toEqual(expected);
        expect([...kept]).toEqual(expected.map((row) => scores[row]));
      }),
    );
  });

  it('grows when all tie', () => {
    const list = shortlist(1);
    for (let row = 0; row < 10_000; row++) list.offer(row, 0.5);
    expect(list.listed().rows).toHaveLength(10_000);
  });

  it('says which scores need not be offered any more', () => {
    const list = shortlist(2);
    for (let row = 0; row < 500; row++) list.offer(row, row % 100);
    list.listed();
    expect(list.floor()).toBe(99);
  });

  it('never holds NaN or −∞', () => {
    const list = shortlist(3);
    for (const [row, score] of [Number.NaN, Number.NEGATIVE_INFINITY, -1e38].entries())
      list.offer(row, score);
    expect([...list.listed().rows]).toEqual([2]);
  });
});
