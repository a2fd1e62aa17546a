import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestRank, cutoffOf, failureKindOf, failureKinds, type QueryOutcome } from './failure-kinds.js';

const kind = (outcome: Partial<QueryOutcome>): string =>
  failureKindOf({ best: null, hits: 100, ...outcome }, 10);

describe('the kind of failure of a query', () => {
  it('is none where a relevant document is within the cutoff, whatever else is true', () => {
    expect(kind({ best: 10, before: 1, sharesWords: false })).toBe('found');
    expect(kind({ best: 11 })).not.toBe('found');
  });

  it('is the reranker’s where the first stage had a relevant document within the cutoff', () => {
    expect(kind({ best: 11, before: 10 })).toBe('reranker');
    expect(kind({ best: 11, before: 11 })).toBe('outranked');
    expect(kind({ best: 11, before: null })).toBe('outranked');
  });

  it('tells no shared words from never retrieved, and claims neither without texts', () => {
    expect(kind({ sharesWords: false })).toBe('no-words');
    expect(kind({ best: 40, sharesWords: false })).toBe('no-words');
    expect(kind({ sharesWords: true })).toBe('never');
    expect(kind({})).toBe('never');
  });

  it('tells what a reranker can reach from what is far down', () => {
    expect(kind({ best: 100 })).toBe('outranked');
    expect(kind({ best: 101 })).toBe('far');
  });

  it('is that nothing was returned before all that needs a ranking', () => {
    expect(kind({ hits: 0, sharesWords: false })).toBe('nothing');
  });

  it('is exactly one of the kinds for every outcome and cutoff', () => {
    const rank = fc.option(fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(
        rank,
        fc.option(rank, { nil: undefined }),
        fc.option(fc.boolean(), { nil: undefined }),
        fc.integer({ min: 1, max: 1000 }),
        (best, before, sharesWords, cutoff) => {
          const outcome = {
            best,
            hits: 5,
            ...(before !== undefined && { before }),
            ...(sharesWords !== undefined && { sharesWords }),
          };
          const found = failureKindOf(outcome, cutoff);
          expect(Object.keys(failureKinds)).toContain(found);
          expect(found === 'found').toBe(best !== null && best <= cutoff);
        },
      ),
    );
  });

  it('has a rule in words for each kind', () => {
    for (const { title, rule } of Object.values(failureKinds))
      expect(`${title}: ${rule(10)}`).toMatch(/\w: \w/);
  });
});

it('the best rank is the smallest of those that were returned', () => {
  expect(bestRank({ a: null, b: 7, c: 3 })).toBe(3);
  expect(bestRank({ a: null })).toBeNull();
  expect(bestRank({})).toBeNull();
});

it('the cutoff of a measure is what stands after its at sign', () => {
  expect(['nDCG@10', 'Recall@100', 'MRR'].map(cutoffOf)).toEqual([10, 100, 10]);
});
