import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topRows } from './cut-off.js';

const places = (scores: readonly number[], k: number, floor = -1): number[] => [
  ...topRows(Float32Array.from(scores), k, floor),
];

describe('topPlaces', () => {
  it('keeps the highest scores, in the order of their places', () => {
    expect(places([3, 9, 1, 7, 8], 3)).toEqual([1, 3, 4]);
  });

  it('lets the earlier of equal scores stay', () => {
    expect(places([1, 5, 1, 5, 5, 1], 2)).toEqual([1, 3]);
    expect(places([1, 1, 2], 2)).toEqual([0, 2]);
  });

  it('fills up with zeros when the floor is below them, and never reaches below the floor', () => {
    expect(places([0, 4, 0, 0], 3)).toEqual([0, 1, 2]);
    expect(places([0, 4, 0, 0], 3, 0)).toEqual([1]);
  });

  it('returns everything when asked for more than there is, and nothing from nothing', () => {
    expect(places([2, 1], 10)).toEqual([0, 1]);
    expect(places([], 10)).toEqual([]);
  });

  it('keeps what a stable sort by descending score would put first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 })), fc.integer({ min: 1, max: 12 }), (scores, k) => {
        const sorted = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
        const above = sorted.filter((place) => scores[place]! > 0);
        expect(places(scores, k)).toEqual(sorted.slice(0, k).sort((a, b) => a - b));
        expect(places(scores, k, 0)).toEqual(above.slice(0, k).sort((a, b) => a - b));
      }),
    );
  });
});
