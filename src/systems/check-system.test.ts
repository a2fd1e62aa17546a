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
    'module:mine.mjs(kind=late)',
    'npy:folder(int8, similarity=dot)',
    'served:http://h:1#m(similarity=dot, maxTokens=9, sameAs=http://g:2)',
    'rrf(npy:folder, hyde(x) > bge)',
    'bm25 > served:http://h:1#m(sameAs=mine)',
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
    ['npy:folder(nonsense=dot)', 'unknown setting of a model "nonsense"'],
    ['npy:folder(pooling=mean)', 'expected one of similarity: npy: uses no other'],
    ['npy:folder(int8, binary)', 'one variant at most'],
    ['hyde(x) > npy:folder', 'no vectors of generated texts'],
    ['hyde(x) > rrf(bm25, npy:folder)', 'no vectors of generated texts'],
    ['served:http://h:1#m(pooling=mean)', 'served: uses no other'],
    ['served:http://h:1#m(kind=sparse)', 'served: uses no other'],
    ['module:mine.mjs(maxTokens=9)', 'a dense model of module: uses no other'],
    ['command:"python e.py"(normalise=true)', 'a dense model of command: uses no other'],
    ['module:mine.mjs(kind=sparse, similarity=dot)', 'a sparse model of module: uses no other'],
    ['onnx:folder(kind=sparse, pooling=mean)', 'a sparse model of onnx: uses no other'],
    ['onnx:folder(sameAs=x)', 'a dense model of onnx: uses no other'],
    ['onnx:folder(similarity=angle)', 'unknown similarity "angle"'],
    ['bge(int9)', 'vector variant "int9"'],
    ['bm25 > onnx:folder(dialect=tei)', 'onnx: uses no other'],
    ['bm25 > served:http://h:1#m(logit=1)', 'served: uses no other'],
    ['bm25 > bge-reranker(sameAs=x)', 'bge-reranker uses no other'],
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
