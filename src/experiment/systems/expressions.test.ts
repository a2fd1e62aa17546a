import { describe, expect, it } from 'vitest';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { firstStageOf, generationsOf, type SystemFlags, systemsOfFlags } from './expressions.js';

const systemsOf = (flags: SystemFlags) => systemsOfFlags(flags).map(printStages);

const firstOf = (text: string) => {
  const first = firstStageOf(parseStages(text));
  return first && printStages(first);
};

describe('the systems of a command', () => {
  it('are its retrievers, fusions and systems, each once and in canonical form', () => {
    const flags = { retriever: ['bm25', 'lsa'], fuse: ['rrf@10:bm25,lsa'], system: ['bm25', 'lsa>top( 5 )'] };
    expect(systemsOf(flags)).toEqual(['bm25', 'lsa', 'rrf(bm25, lsa, k=10)', 'lsa > top(5)']);
    expect(systemsOf({})).toEqual([]);
  });

  it('search with generated texts where these are named', () => {
    expect(systemsOf({ retriever: ['bm25'], gar: 'hyde', llm: 'gpt4' })).toEqual(['hyde(gpt4) > bm25']);
    expect(() => systemsOf({ retriever: ['bm25'], gar: 'hyde' })).toThrow('--gar without --llm');
  });

  it('are reranked at every depth, beside what the reranker starts from', () => {
    const flags = { retriever: ['bm25'], reranker: ['bge-reranker', 'listwise(gpt4)'], depth: [10, 100] };
    expect(systemsOf(flags)).toEqual([
      'bm25',
      'bm25 > bge-reranker(10)',
      'bm25 > bge-reranker(100)',
      'bm25 > listwise(gpt4, 10)',
      'bm25 > listwise(gpt4, 100)',
    ]);
    expect(systemsOf({ system: ['bm25 > top(50) > monobert > top(5)'] })).toEqual([
      'bm25 > top(50)',
      'bm25 > top(50) > monobert > top(5)',
    ]);
  });

  it('are not reranked by two at once, nor to a depth without anyone', () => {
    expect(() => systemsOf({ retriever: ['bm25'], reranker: ['monobert > rankllama'] })).toThrow(
      'one reranker',
    );
    expect(() => systemsOf({ retriever: ['bm25'], depth: [10] })).toThrow('--depth without --reranker');
  });
});

it('a system begins with what stands before its first reranker', () => {
  expect(firstOf('hyde(gpt4) > bm25 > monobert(10) > listwise(gpt4)')).toBe('hyde(gpt4) > bm25');
  expect(firstOf('bm25 > onnx:folder(10)')).toBe('bm25');
  expect(firstOf('hyde(gpt4) > module:search.mjs > module:rerank.mjs')).toBe(
    'hyde(gpt4) > module:search.mjs',
  );
  expect(firstOf('hyde(gpt4) > served:http://localhost/v1#m')).toBeUndefined();
  expect(firstOf('bm25 > top(10)')).toBeUndefined();
  expect(firstOf('rrf(bm25 > monobert(10), lsa)')).toBeUndefined();
});

it('stored texts are found in fused systems, too', () => {
  const systems = ['hyde(gpt4) > bm25', 'rrf(hyde(gpt4) > bge, lamer(o3-mini) > bm25)', 'bm25'];
  expect(generationsOf(systems.map(parseStages))).toEqual(['hyde/gpt4', 'lamer/o3-mini']);
});
