import { describe, expect, it } from 'vitest';
import { compareNeed } from './compare-need.js';

const named = (task: string, needs: readonly number[]) => ({
  task,
  need: {
    queries: needs.map((need, i) => ({
      query: `q${i}`,
      need,
      overlap: 0,
      queryTokens: 1,
      documentTokens: 1,
      relevant: 1,
    })),
  },
});

const hard = named('Hard', [0.9, 0.8, 0.9, 0.7, 0.8, 0.9]);
const easy = named('Easy', [0.1, 0.2, 0, 0.1]);

describe('compareNeed', () => {
  it('says which task needs more, with an interval', () => {
    const found = compareNeed(hard, easy);
    expect(found.difference).toBeCloseTo(5 / 6 - 0.1, 12);
    expect(found.interval[0]).toBeGreaterThan(0.5);
    expect(found.interval[1]).toBeLessThan(1);
    expect(found.reading).toBe('Hard has a larger lexical gap than Easy.');
    expect(compareNeed(easy, hard).reading).toBe('Easy has a smaller lexical gap than Hard.');
  });

  it('draws the queries of each task independently: a task differs from its twin only by chance', () => {
    const found = compareNeed(hard, { ...hard, task: 'Twin' });
    expect(found.difference).toBe(0);
    expect(found.interval[0]).toBeLessThan(-0.03);
    expect(found.interval[1]).toBeGreaterThan(0.03);
    expect(found.reading).toBe('The queries do not tell whether Hard or Twin has the larger lexical gap.');
  });

  it('refuses a task without a figure', () => {
    expect(() => compareNeed(hard, named('Empty', []))).toThrow('no need of Empty');
  });
});
