import { describe, expect, it } from 'vitest';
import { expressionsOf, firstStageOf, generationsOf } from './expressions.js';

describe('the systems of a command', () => {
  it('are its retrievers, fusions and systems, each once and in canonical form', () => {
    const flags = { retriever: ['bm25', 'lsa'], fuse: ['rrf@10:bm25,lsa'], system: ['bm25', 'lsa>top( 5 )'] };
    expect(expressionsOf(flags)).toEqual(['bm25', 'lsa', 'rrf(bm25, lsa, k=10)', 'lsa > top(5)']);
    expect(expressionsOf({})).toEqual([]);
  });

  it('search with generated texts where these are named', () => {
    expect(expressionsOf({ retriever: ['bm25'], gar: 'hyde', llm: 'gpt4' })).toEqual(['hyde(gpt4) > bm25']);
    expect(() => expressionsOf({ retriever: ['bm25'], gar: 'hyde' })).toThrow('--gar without --llm');
  });

  it('are reranked at every depth, beside what the reranker starts from', () => {
    const flags = { retriever: ['bm25'], reranker: ['bge-reranker', 'listwise(gpt4)'], depth: [10, 100] };
    expect(expressionsOf(flags)).toEqual([
      'bm25',
      'bm25 > bge-reranker(10)',
      'bm25 > bge-reranker(100)',
      'bm25 > listwise(gpt4, 10)',
      'bm25 > listwise(gpt4, 100)',
    ]);
    expect(expressionsOf({ system: ['bm25 > top(50) > monobert > top(5)'] })).toEqual([
      'bm25 > top(50)',
      'bm25 > top(50) > monobert > top(5)',
    ]);
  });

  it('are not reranked by two at once, nor to a depth without anyone', () => {
    expect(() => expressionsOf({ retriever: ['bm25'], reranker: ['monobert > rankllama'] })).toThrow(
      'one reranker',
    );
    expect(() => expressionsOf({ retriever: ['bm25'], depth: [10] })).toThrow('--depth without --reranker');
  });
});

it('a system begins with what stands before its first reranker', () => {
  expect(firstStageOf('hyde(gpt4) > bm25 > monobert(10) > listwise(gpt4)')).toBe('hyde(gpt4) > bm25');
  expect(firstStageOf('bm25 > onnx:folder(10)')).toBe('bm25');
  expect(firstStageOf('hyde(gpt4) > module:search.mjs > module:rerank.mjs')).toBe(
    'hyde(gpt4) > module:search.mjs',
  );
  expect(firstStageOf('hyde(gpt4) > served:http://localhost/v1#m')).toBeUndefined();
  expect(firstStageOf('bm25 > top(10)')).toBeUndefined();
  expect(firstStageOf('rrf(bm25 > monobert(10), lsa)')).toBeUndefined();
});

it('stored texts are found in fused systems, too', () => {
  const systems = ['hyde(gpt4) > bm25', 'rrf(hyde(gpt4) > bge, lamer(o3-mini) > bm25)', 'bm25'];
  expect(generationsOf(systems)).toEqual(['hyde/gpt4', 'lamer/o3-mini']);
});
