import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocId, type QueryId, type Ranking, ranking } from '../../core/index.js';
import { rankingDifferences } from './ranking-differences.js';

const hits = (scores: Readonly<Record<string, number>>): Ranking =>
  ranking(Object.entries(scores).map(([docId, score]) => ({ docId: docId as DocId, score })));
const runOf = (scores: Readonly<Record<string, number>>) => new Map([['q' as QueryId, hits(scores)]]);
const differing = (before: Record<string, number>, now: Record<string, number>, tolerance = 0) =>
  rankingDifferences(runOf(before), runOf(now), tolerance);

describe('rankings of two runs', () => {
  it('are the same where documents and 32-bit scores are', () => {
    expect(differing({ a: 2, b: 1 }, { a: 2 + 1e-9, b: 1 })).toEqual([]);
  });

  it('differ by the first rank with another document, and by the largest difference of scores', () => {
    expect(differing({ a: 2, b: 1, c: 0.5 }, { a: 2, b: 0.5, c: 1 })).toEqual([
      { query: 'q', rank: 2, earlier: 'b', now: 'c', scores: 0.25, within: false },
    ]);
  });

  it('are within a tolerance where near hits change places, and only then', () => {
    expect(differing({ a: 1, b: 0.9995 }, { a: 0.9995, b: 1 }, 0.001)).toMatchObject([
      { rank: 1, within: true },
    ]);
    expect(differing({ a: 1, b: 0.9 }, { a: 0.9, b: 1 }, 0.001)).toMatchObject([{ rank: 1, within: false }]);
  });

  it('are within it where the last hit gives way to one as near, and not where hits are lost', () => {
    expect(differing({ a: 1, b: 0.5 }, { a: 1, c: 0.5001 }, 0.001)).toMatchObject([
      { rank: 2, within: true },
    ]);
    expect(differing({ a: 1, b: 0.5 }, { a: 1 }, 0.001)).toMatchObject([
      { rank: 2, earlier: 'b', now: null, within: false },
    ]);
  });

  it('with noise below the tolerance are always within it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: 0.1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
          { minLength: 1, maxLength: 20 },
        ),
        (pairs) => {
          const largest = Math.max(...pairs.map(([score]) => score));
          const before = Object.fromEntries(pairs.map(([score], i) => [`d${i}`, score]));
          const noise = (by: number) => by * 0.009 * largest;
          const now = Object.fromEntries(pairs.map(([score, by], i) => [`d${i}`, score + noise(by)]));
          expect(differing(before, now, 0.01).every(({ within }) => within)).toBe(true);
        },
      ),
    );
  });
});
