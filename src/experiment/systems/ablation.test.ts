import { describe, expect, it } from 'vitest';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { ablationsOf } from './ablation.js';
import { checkSystem } from './system.js';

const ablated = (text: string): Record<string, string> => {
  const all = ablationsOf(parseStages(text));
  for (const { without } of all) expect(() => checkSystem(without)).not.toThrow();
  return Object.fromEntries(all.map(({ part, without }) => [part, printStages(without)]));
};

describe('a system without each of its parts', () => {
  it('lacks what is written, what expands, and each stage after the search', () => {
    expect(ablated('hyde(gpt4) > rm3 > bm25 > bge-reranker(100) > top(10)')).toEqual({
      'hyde(gpt4)': 'rm3 > bm25 > bge-reranker(100) > top(10)',
      rm3: 'hyde(gpt4) > bm25 > bge-reranker(100) > top(10)',
      'bge-reranker(100)': 'hyde(gpt4) > rm3 > bm25 > top(10)',
      'top(10)': 'hyde(gpt4) > rm3 > bm25 > bge-reranker(100)',
    });
    expect(ablated('bm25')).toEqual({});
  });

  it('lacks each fused system, and each part of those', () => {
    expect(ablated('rrf(hyde(gpt4) > bm25, lsa, bge, k=10) > top(5)')).toEqual({
      'hyde(gpt4) > bm25': 'rrf(lsa, bge, k=10) > top(5)',
      'hyde(gpt4)': 'rrf(bm25, lsa, bge, k=10) > top(5)',
      lsa: 'rrf(hyde(gpt4) > bm25, bge, k=10) > top(5)',
      bge: 'rrf(hyde(gpt4) > bm25, lsa, k=10) > top(5)',
      'top(5)': 'rrf(hyde(gpt4) > bm25, lsa, bge, k=10)',
    });
  });

  it('says in which fused system a part is that two of them have', () => {
    expect(ablated('rrf(hyde(gpt4) > bm25, hyde(gpt4) > lsa, lsa)')).toEqual({
      'hyde(gpt4) > bm25': 'rrf(hyde(gpt4) > lsa, lsa)',
      'hyde(gpt4) in hyde(gpt4) > bm25': 'rrf(bm25, hyde(gpt4) > lsa, lsa)',
      'hyde(gpt4) > lsa': 'rrf(hyde(gpt4) > bm25, lsa)',
      'hyde(gpt4) in hyde(gpt4) > lsa': 'rrf(hyde(gpt4) > bm25, lsa, lsa)',
      lsa: 'rrf(hyde(gpt4) > bm25, hyde(gpt4) > lsa)',
    });
    expect(Object.keys(ablated('gate(rm3 > bm25, route(rm3 > bm25-lucene, lsa, case=2), length=9)'))).toEqual(
      expect.arrayContaining(['rm3 in rm3 > bm25', 'rm3 in rm3 > bm25-lucene']),
    );
  });

  it('is the other one of two fused systems, with the weights of those that stay', () => {
    expect(ablated('rrf(rm3 > bm25, lsa) > top(5)')).toEqual({
      'rm3 > bm25': 'lsa > top(5)',
      rm3: 'rrf(bm25, lsa) > top(5)',
      lsa: 'rm3 > bm25 > top(5)',
      'top(5)': 'rrf(rm3 > bm25, lsa)',
    });
    expect(ablated('weighted(bm25, lsa, bge, weights=0.2+0.3+0.5)')).toMatchObject({
      lsa: 'weighted(bm25, bge, weights=0.2+0.5)',
    });
    expect(ablated('hyde(gpt4) > rrf(bm25, lsa)')).toMatchObject({ bm25: 'hyde(gpt4) > lsa' });
    expect(ablated('hyde(gpt4) > rrf(lamer(gpt4) > bm25, lsa)')).toMatchObject({ lsa: 'lamer(gpt4) > bm25' });
  });
});
