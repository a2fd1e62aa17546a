import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../core/index.js';
import { HYBRID_CANDIDATES, safeguardsIn } from './candidates.js';

const lists = (...lengths: readonly number[]) =>
  new Map(
    lengths.map((length, i) => [
      queryId(`q${i}`),
      Array.from({ length }, (_, place) => docId(`d${place + 1}`)),
    ]),
  );
const found = (...lengths: readonly number[]) => {
  const { depth, safeguards } = safeguardsIn(HYBRID_CANDIDATES, lists(...lengths));
  return [depth, Object.fromEntries(safeguards)];
};

describe('safeguards of hybrid lists', () => {
  it('are what stands behind 100 candidates', () => {
    expect(found(100, 101, 100, 101)).toEqual([100, { q1: 'd101', q3: 'd101' }]);
    expect(found(101)).toEqual([100, { q0: 'd101' }]);
    expect(found(40, 101)).toEqual([100, { q1: 'd101' }]);
  });

  it('are none where no list is longer than the others', () => {
    expect(found(100, 100)).toEqual([100, {}]);
    expect(found(30, 50)).toEqual([50, {}]);
    expect(found()).toEqual([0, {}]);
  });

  it('of a set of another depth are what stands behind it', () => {
    expect(found(20, 21, 20)).toEqual([20, { q1: 'd21' }]);
  });

  it('are none of other configurations', () => {
    expect(safeguardsIn('bm25', lists(100, 101)).safeguards.size).toBe(0);
  });
});
