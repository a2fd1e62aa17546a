import { describe, expect, it } from 'vitest';
import { NUMBER_TYPES, namedType, numberTypeOf } from './number-types.js';

describe('the number type of a system', () => {
  const onnx = (file: string) => ({ retriever: 'dense', embedder: { kind: 'onnx-dense', file } });

  it.each([
    ['exact', { retriever: 'bm25', k1: 0.9 }],
    ['fp32', onnx('onnx/model.onnx')],
    ['fp16', onnx('onnx/model_fp16.onnx')],
    ['int8', onnx('model_quantized.onnx')],
    ['int8', { ...onnx('model.onnx'), variant: '256-int8' }],
    ['bf16', { retriever: 'dense', embedder: { backEnd: 'python', dtype: 'bf16' } }],
    ['fp16', { retriever: 'dense', embedder: { backEnd: 'python', dtype: 'autocast' } }],
    ['service', { retriever: 'dense', embedder: { backEnd: 'served', dialect: 'openai', model: 'm' } }],
    ['service', { retriever: 'dense', embedder: { module: 'ab12', kind: 'embed' } }],
    ['exact', [{ stage: 'stored-writing', llm: 'gpt4' }, { retriever: 'bm25' }]],
    ['llm', [{ stage: 'live-writing', model: { dialect: 'openai' } }, { retriever: 'bm25' }]],
  ] as const)('is %s by its spec', (type, spec) => {
    expect(numberTypeOf(spec)).toBe(type);
  });

  it('of several models is the most uncertain one', () => {
    const reranker = { stage: 'rerank', orderer: { scorer: { backEnd: 'python', dtype: 'fp16' } } };
    expect(numberTypeOf([onnx('model.onnx'), reranker])).toBe('fp16');
    expect(numberTypeOf({ retriever: 'fused', sources: [{ retriever: 'bm25' }, onnx('model.onnx')] })).toBe(
      'fp32',
    );
  });

  it('of published runs is named by the entries of models', () => {
    expect(['fp32', 'bf16', 'fp32 weights, CUDA autocast', 'service'].map(namedType)).toEqual([
      'fp32',
      'bf16',
      'fp16',
      'service',
    ]);
  });

  it('has a tolerance with its reason, none of it below that of a surer type', () => {
    const models = [NUMBER_TYPES.exact, NUMBER_TYPES.fp32, NUMBER_TYPES.fp16, NUMBER_TYPES.bf16];
    for (const [i, { score, mean, why }] of models.entries()) {
      expect(why).not.toBe('');
      expect(score).toBeGreaterThanOrEqual(models[i - 1]?.score ?? 0);
      expect(mean).toBeGreaterThanOrEqual(models[i - 1]?.mean ?? 0);
    }
  });
});
