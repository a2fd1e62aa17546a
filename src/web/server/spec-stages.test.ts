import { expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { pipelineOf, traitsOf } from './spec-stages.js';

const reranker = (scorer: Json): string =>
  pipelineOf([{ retriever: 'bm25' }, { stage: 'rerank', depth: 10, orderer: { orderer: 'scored', scorer } }])
    .name;

it.each([
  [{ backEnd: 'served', model: 'BAAI/bge-reranker-v2-m3' }, 'BAAI/bge-reranker-v2-m3'],
  [{ module: '9791a041', kind: 'rerank', name: 'covered-words' }, 'covered-words'],
  [{ backEnd: 'onnx', weights: { repository: 'owner/name', revision: 'r1' } }, 'owner/name'],
  [{ backEnd: 'onnx', weights: { 'model.onnx': '9791a041' } }, 'reranker'],
])('a reranker that scores pairs is called by its model: %j', (scorer, name) => {
  expect(reranker(scorer)).toBe(name);
});

it('one that asks an LLM is called by its method, and a retriever of vectors by its embedder', () => {
  const asks = { stage: 'rerank', orderer: { orderer: 'llm', method: 'listwise', llm: 'gpt4' } };
  expect(pipelineOf([{ retriever: 'bm25' }, asks]).name).toBe('listwise');
  const weights = { repository: 'owner/encoder', revision: 'r1' };
  expect(pipelineOf({ retriever: 'dense', embedder: { backEnd: 'onnx', weights } }).name).toBe(
    'owner/encoder',
  );
});

it('expansion by the first list stands before the search that it belongs to, with settings of its own, and is no generated text', () => {
  const spec = { retriever: 'bm25', k1: 0.9, feedback: { feedback: 'rm3', fbDocs: 10 } };
  expect(pipelineOf(spec)).toEqual({
    role: 'retriever',
    name: 'bm25',
    settings: [{ name: 'k1', value: '0.9' }],
    inputs: [{ role: 'expansion', name: 'rm3', settings: [{ name: 'fbDocs', value: '10' }], inputs: [] }],
  });
  for (const other of [spec, [{ stage: 'synonyms' }, { retriever: 'bm25' }]])
    expect(traitsOf(other)).toEqual({ kind: 'retriever', generated: false });
});
