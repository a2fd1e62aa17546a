import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containment,
  documentFrequencies,
  idfOf,
  jaccard,
  overlapOf,
  sharedTokens,
  weightedContainment,
  words,
} from './index.js';

const tokens = fc.uniqueArray(fc.string({ maxLength: 2 }), { maxLength: 12 }).map((all) => new Set(all));

describe('overlap of two sets of tokens', () => {
  it('has the check values: 9 and 10 tokens with 2 shared', () => {
    const query = new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
    const document = new Set(['a', 'b', ...'0123'].concat([...'4567']));
    const { weightedContainment: none, ...found } = overlapOf(query, document);
    expect(none).toBeUndefined();
    expect(found).toEqual({
      queryTokens: 9,
      documentTokens: 10,
      shared: 2,
      jaccard: 2 / 17,
      queryContainment: 2 / 9,
      documentContainment: 0.2,
    });
    expect(found.jaccard.toFixed(4)).toBe('0.1176');
    expect(found.queryContainment.toFixed(4)).toBe('0.2222');
  });

  it('takes words of any writing as the same token', () => {
    expect(new Set(words('Gout, gout; GOUT!'))).toEqual(new Set(['gout']));
  });

  it('names the shared tokens in the order of the first', () => {
    expect(sharedTokens(new Set(['c', 'a', 'b']), new Set(['b', 'c']))).toEqual(['c', 'b']);
  });

  it('is 0 where there is nothing', () => {
    const none = new Set<string>();
    expect(jaccard(none, none)).toBe(0);
    expect(containment(none, new Set(['a']))).toBe(0);
    expect(weightedContainment(none, new Set(['a']), () => 1)).toBe(0);
    expect(weightedContainment(new Set(['a']), new Set(['a']), () => 0)).toBe(0);
  });

  it('weighs tokens by ln(1 + (N - n + 0.5) / (n + 0.5))', () => {
    const corpus = documentFrequencies([['fever', 'cough', 'fever'], ['fever'], ['gout']]);
    expect([corpus.documents, corpus.frequency('fever'), corpus.frequency('none')]).toEqual([3, 2, 0]);
    expect(corpus.idf('fever')).toBe(Math.log(1 + 1.5 / 2.5));
    expect(corpus.idf('none')).toBe(idfOf(0, 3));
    const [fever, gout] = [corpus.idf('fever'), corpus.idf('gout')];
    expect(weightedContainment(new Set(['fever', 'gout']), new Set(['gout']), corpus.idf)).toBe(
      gout / (fever + gout),
    );
  });

  it('is symmetric and between 0 and 1', () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(jaccard(a, b)).toBe(jaccard(b, a));
        const corpus = documentFrequencies([a, b]);
        for (const value of [jaccard(a, b), containment(a, b), weightedContainment(a, b, corpus.idf)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(jaccard(a, b)).toBeLessThanOrEqual(containment(a, b));
        if (a.size > 0) expect(containment(a, new Set([...a, ...b]))).toBe(1);
      }),
    );
  });
});
