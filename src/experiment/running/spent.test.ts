import { expect, it } from 'vitest';
import { costOf, unchangedQueries } from './make-result.js';

it('is what embedding, writing and reranking took', () => {
  const facts = {
    embedder: { tokens: 100, usd: 0.5 },
    writing: { tokensIn: 10, tokensOut: 20, usd: 0.25, failures: 2 },
    reranking: { calls: 3, tokensIn: 1, tokensOut: 2, usd: 0 },
    indexBytes: 77,
  };
  expect(costOf(facts)).toEqual({ tokensIn: 111, tokensOut: 22, usd: 0.75 });
});

it('includes the systems that are fused, and those that they fuse', () => {
  const facts = {
    reranking: { tokens: 1, usd: 0 },
    fused: [
      { system: 'bge', facts: { embedder: { tokens: 10, usd: 0 } } },
      {
        system: 'rrf(hyde(a) > bm25, nv)',
        facts: {
          fused: [
            { system: 'hyde(a) > bm25', facts: { writing: { tokensIn: 100, tokensOut: 5, usd: 0 } } },
            { system: 'nv', facts: { embedder: { tokens: 1000, usd: 2 } } },
          ],
        },
      },
    ],
  };
  expect(costOf(facts)).toEqual({ tokensIn: 1111, tokensOut: 5, usd: 2 });
});

it('tells what rerankers left undone, those of fused systems too', () => {
  const facts = {
    reranking: { failed: 2, unchanged: 1 },
    fused: [{ system: 'bm25 > listwise(m, 10)', facts: { reranking: { failedCalls: 3, unchanged: 4 } } }],
  };
  expect(unchangedQueries({ facts })).toBe(5);
  expect(unchangedQueries({ facts: {} })).toBe(0);
});

it('is unknown where a model does not say what it took, and never 0', () => {
  const priced = { embedder: { tokens: 10, usd: 1 } };
  expect(costOf({ ...priced, reranking: { calls: 3, tokensIn: 1, tokensOut: 2 } })).toEqual({
    tokensIn: 11,
    tokensOut: 2,
  });
  expect(costOf({ ...priced, writing: { written: 9, missing: 0, unanswered: 0 } })).toEqual({});
  expect(
    costOf({
      fused: [
        { system: 's', facts: priced },
        { system: 't', facts: { searchSystem: { calls: 0 } } },
      ],
    }),
  ).toEqual({});
});

it('is nothing where no stage used a model', () => {
  expect(costOf({ terms: 12 })).toEqual({ tokensIn: 0, tokensOut: 0, usd: 0 });
});
