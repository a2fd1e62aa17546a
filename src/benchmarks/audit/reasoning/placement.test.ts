import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inFrontOf, needOf, placements } from './placement.js';

describe('placements', () => {
  it('ranks a relevant document among all, and counts the others in front of it', () => {
    // Others: 9, 7, 7, 1. Relevant: 8 (one in front), 0 (all four in front).
    expect(placements([9, 8, 7, 7, 1, 0], [1, 5])).toEqual([
      { score: 8, rank: 2, inFront: 1 / 4 },
      { score: 0, rank: 6, inFront: 1 },
    ]);
  });

  it('counts equal scores half, in ranks and shares', () => {
    // 5 is shared by two others and both relevant ones: ranks 2 to 5.
    expect(placements([9, 5, 5, 5, 5, 1], [2, 3])).toEqual([
      { score: 5, rank: 3.5, inFront: 2 / 4 },
      { score: 5, rank: 3.5, inFront: 2 / 4 },
    ]);
  });

  it('puts a document that no term leads to in the middle of all such documents', () => {
    expect(placements([3, 0, 0, 0], [3])).toEqual([{ score: 0, rank: 3, inFront: 2 / 3 }]);
  });

  it('leaves out what is excluded, above and among equals', () => {
    expect(placements([9, 8, 8, 8, 1, 0], [1], [0, 2])).toEqual([{ score: 8, rank: 1.5, inFront: 0.5 / 3 }]);
  });

  it('says nothing where every document is relevant', () => {
    expect(placements([1, 2], [0, 1])).toEqual([]);
    expect(placements([1, 2, 3], [0, 1], [2])).toEqual([]);
  });

  it('is one more than the number of documents in front, for different scores', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 40 }), fc.nat(), (scores, at) => {
        const relevant = at % scores.length;
        const [placed] = placements(scores, [relevant]);
        const higher = scores.filter((score) => score > scores[relevant]!).length;
        expect(placed).toEqual({
          score: scores[relevant],
          rank: higher + 1,
          inFront: higher / (scores.length - 1),
        });
      }),
    );
  });
});

describe('needOf', () => {
  it('goes up by a third with ten times the documents in front', () => {
    const needs = [0, 0.0005, 0.001, 0.01, 0.1, 1].map(needOf);
    [0, 0, 0, 1 / 3, 2 / 3, 1].forEach((expected, i) => {
      expect(needs[i]).toBeCloseTo(expected, 12);
    });
  });

  it('is between 0 and 1 and never falls', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [low, high] = [needOf(Math.min(a, b)), needOf(Math.max(a, b))];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('has 0.86 as its mean for documents at any place', () => {
    const shares = Array.from({ length: 10_000 }, (_, i) => (i + 0.5) / 10_000);
    expect(shares.reduce((sum, share) => sum + needOf(share), 0) / shares.length).toBeCloseTo(0.8555, 3);
  });

  it('can be turned back', () => {
    expect(inFrontOf(needOf(0.02))).toBeCloseTo(0.02, 12);
  });
});
