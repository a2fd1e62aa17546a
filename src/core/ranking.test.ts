import { describe, expect, it } from 'vitest';
import { docId } from './ids.js';
import { byRankIdAscending, ranking } from './ranking.js';

const hit = (id: string, score: number) => ({ docId: docId(id), score });
const order = (...hits: ReturnType<typeof hit>[]) => ranking(hits).map((each) => each.docId);

describe('ranking', () => {
  it('puts higher scores first', () => {
    expect(order(hit('a', 1), hit('b', 3), hit('c', 2))).toEqual(['b', 'c', 'a']);
  });

  it('puts equal scores in descending order of their ids', () => {
    expect(order(hit('d10', 1), hit('d9', 1), hit('d2', 1))).toEqual(['d9', 'd2', 'd10']);
  });

  it('takes scores for equal that differ only beyond 32-bit precision', () => {
    expect(order(hit('a', 0.1 + 1e-12), hit('b', 0.1))).toEqual(['b', 'a']);
  });

  it('orders infinite scores too', () => {
    expect(order(hit('a', -Infinity), hit('b', Infinity), hit('c', 0), hit('d', -Infinity))).toEqual([
      'b',
      'c',
      'd',
      'a',
    ]);
  });

  it("has HAKARI's rule beside it: 64-bit scores, ids ascending", () => {
    const hits = [hit('b', 0.1), hit('a', 0.1), hit('c', 0.1 + 1e-12)];
    expect(hits.sort(byRankIdAscending).map((each) => each.docId)).toEqual(['c', 'a', 'b']);
  });
});
