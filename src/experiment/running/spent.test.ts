import { expect, it } from 'vitest';
import { costOf, unchangedQueries } from './make-result.js';

it('is what embedding, writing and reranking took', () => {
  const facts = {
    embedder: { tokens: 100, usd: 0.5 },
    writing: { tokensIn: 10, tokensOut: 20, usd: 0.25, failures: 2 },
    reranking: { calls: 3, tokensIn: 1, tokensOut: 2 },
    indexBytes: 77,
  };
  expect(costOf(facts)).toEqual({ tokensIn: 111, tokensOut: 22, usd: 0.75 });
});

it('includes the systems that are fused, and those that they fuse', () => {
  const facts = {
    reranking: { tokens: 1 },
    fused: [
      { system: 'bge', facts: { embedder: { tokens: 10 } } },
      {
        system: 'rrf(hyde(a) > bm25, nv)',
        facts: {
          fused: [
            { system: 'hyde(a) > bm25', facts: { writing: { tokensIn: 100, tokensOut: 5, failures: 1 } } },
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

it('is nothing where no stage used a model', () => {
  expect(costOf({ terms: 12 })).toEqual({ tokensIn: 0, tokensOut: 0, usd: 0 });
});
