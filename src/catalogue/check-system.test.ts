import { describe, expect, it } from 'vitest';
import { checkSystem } from './check-system.js';

describe('a system before it is run', () => {
  it.each([
    'bm25',
    'bm25(k1=1.2) > top(10)',
    'hyde(anyone) > bge > bge-reranker(100) > listwise(gpt4, 20, window=5)',
    'rrf(bm25, weighted(lsa, hyde(x) > nv, weights=1+2), k=10) > onnx:folder(10, maxTokens=128)',
    'stored:run.trec > served:http://h:1#m(dialect=tei)',
    'onnx:folder(int8)',
    'module:mine.mjs',
  ])('%s may be one', (text) => {
    expect(() => checkSystem(text)).not.toThrow();
  });

  it.each([
    ['bm26', 'did you mean "bm25"?'],
    ['hyde(gpt4)', 'no retriever in the system'],
    ['bm25(k2=1)', 'k2'],
    ['rrf(bm25, bgee)', 'unknown retriever "bgee"'],
    ['rrf(bm25, lsa, q=3)', 'unknown setting of rrf "q"'],
    ['rrf(bm25, lsa > nothing)', 'unknown stage after a retriever "nothing"'],
    ['bm25 > top(x)', 'a whole number from 1'],
    ['bm25 > bge-reranker(10, 20)', 'one depth at most'],
    ['bm25 > bge-reranker(window=3)', 'unknown setting of a reranker "window"'],
    ['bm25 > listwise(10)', 'who reranks'],
    ['bm25 > setwise(gpt4, 0)', 'a whole number from 1'],
    ['bm25 > pointwise(gpt4, window=3)', 'unknown setting of pointwise "window"'],
    ['bm25 > pointwise(gpt4, weight=much)', 'a number'],
  ])('%s is none', (text, said) => {
    expect(() => checkSystem(text)).toThrow(said);
  });
});
