import { expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import type { Result, ResultRecord } from '../../experiment/record/index.js';
import { systemCost } from './system-cost.js';

const costing = (facts: ResultRecord['facts'], open = 0, search = 0): Result => {
  const made = result('s', 'T', [0.5, 0.5]);
  return { ...made, record: { ...made.record, facts, timings: { open, search, evaluate: 0 } } };
};

it('adds up tasks, and divides by all their queries', () => {
  expect(systemCost([costing({ indexBytes: 10 }, 1, 2), costing({ indexBytes: 5 }, 3, 6)])).toEqual({
    secondsPerQuery: 2,
    openSeconds: 4,
    tokensIn: 0,
    tokensOut: 0,
    usd: 0,
    indexBytes: 15,
  });
});

it('charges a system for what another one of the same call had done for it', () => {
  const reused = { 'reused bm25': { inputs: 2, open: 3, search: 4 } };
  const { openSeconds, secondsPerQuery } = systemCost([
    costing({ ...reused, reranking: { calls: 2 } }, 1, 2),
  ]);
  expect([openSeconds, secondsPerQuery]).toEqual([4, 3]);
  const fused = {
    fused: [
      { system: 'bm25', facts: reused },
      { system: 'lsa', facts: {} },
    ],
  };
  expect(systemCost([costing(fused, 1, 2)]).openSeconds).toBe(4);
});

it('knows the bytes of an index that is said, of vectors, and of all that is fused', () => {
  const bytesOf = (facts: ResultRecord['facts']) => systemCost([costing(facts)]).indexBytes;
  const vectors = { bytesPerVector: 4, distinctTexts: 6 };
  expect(bytesOf(vectors)).toBe(24);
  expect(
    bytesOf({
      fused: [
        { system: 'a', facts: vectors },
        { system: 'b', facts: { indexBytes: 6 } },
      ],
    }),
  ).toBe(30);
  expect(bytesOf({ fused: [{ system: 'a', facts: {} }] })).toBeUndefined();
  expect(bytesOf({})).toBeUndefined();
});
