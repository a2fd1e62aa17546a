import { describe, expect, it } from 'vitest';
import { firstStageName, variantsAmong } from './variants.js';

describe('variants among systems', () => {
  it('are a system without each of its parts, and other forms of its vectors, of those that are there', () => {
    const names = new Set(['bm25', 'hyde(x) > bm25', 'rrf(hyde(x) > bm25, bge)', 'bge', 'bge(int8)', 'lsa']);
    expect(variantsAmong(names)).toEqual([
      { base: 'hyde(x) > bm25', variant: 'bm25', kind: 'part', change: 'hyde(x)' },
      { base: 'rrf(hyde(x) > bm25, bge)', variant: 'bge', kind: 'part', change: 'hyde(x) > bm25' },
      { base: 'rrf(hyde(x) > bm25, bge)', variant: 'hyde(x) > bm25', kind: 'part', change: 'bge' },
      { base: 'bge', variant: 'bge(int8)', kind: 'vectors', change: 'int8' },
    ]);
  });

  it('leave out names that do not parse', () => {
    expect(variantsAmong(new Set(['hyde( > bm25', 'bm25']))).toEqual([]);
  });
});

it('the first stage of a reranked system is the system before the first stage that reranks', () => {
  const rerank = { stage: 'rerank' };
  const first = (name: string, spec: readonly object[]) => firstStageName({ name, spec: spec as never });
  expect(first('bm25 > covered-words(10)', [{ retriever: 'bm25' }, rerank])).toBe('bm25');
  expect(first('hyde(x) > bm25 > a > b', [{}, {}, rerank, rerank])).toBe('hyde(x) > bm25');
  expect(first('bm25 > top(5)', [{}, { stage: 'top' }])).toBeUndefined();
  expect(first('hyde( > bm25', [{}, rerank])).toBeUndefined();
  expect(firstStageName({ name: 'bm25', spec: { retriever: 'bm25' } as never })).toBeUndefined();
});
