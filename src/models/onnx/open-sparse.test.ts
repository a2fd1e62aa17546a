import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import type { SparseVector } from '../../core/index.js';
import { openOnnxSparse } from './open-sparse.js';
import type { SparseSettings } from './settings.js';

const folder = fileURLToPath(new URL('../../../test/golden/onnx/splade', import.meta.url));

const embed = async (settings: SparseSettings, texts: readonly string[]): Promise<SparseVector[]> => {
  const embedder = await openOnnxSparse({ folder, settings });
  onTestFinished(() => embedder.close());
  const vectors: SparseVector[] = [];
  for await (const { embedded } of embedder.embed(texts, 'document', testTools()))
    for (const { place, vector } of embedded) vectors[place] = vector;
  return vectors;
};

const TEXTS = ['chest pain', 'a cough that lasts'];

describe('openOnnxSparse', () => {
  it('gives ascending words, none without weight', async () => {
    for (const { indices, weights } of await embed({}, TEXTS)) {
      expect([...indices]).toEqual([...indices].sort((a, b) => a - b));
      expect(weights.length).toBe(indices.length);
      expect(weights.every((weight) => weight > 0)).toBe(true);
    }
  });

  it('keeps the heaviest words', async () => {
    const [all] = await embed({}, TEXTS);
    const [few] = await embed({ maxTerms: { document: 5 } }, TEXTS);
    const heaviest = [...all!.weights].sort((a, b) => b - a).slice(0, 5);
    expect([...few!.weights].sort((a, b) => b - a)).toEqual(heaviest);
    expect([...few!.indices]).toEqual([...few!.indices].sort((a, b) => a - b));
  });

  it('sums over tokens when told, to no less than the maximum', async () => {
    const [max] = await embed({}, TEXTS);
    const [sum] = await embed({ pooling: 'sum' }, TEXTS);
    expect([...sum!.indices]).toEqual([...max!.indices]);
    expect(sum!.weights.every((weight, i) => weight >= max!.weights[i]! - 1e-6)).toBe(true);
  });

  it('says what a model without logits has instead', async () => {
    const bert = folder.replace('splade', 'bert-sentence');
    const settings = { file: 'onnx/whole.onnx' };
    await expect(openOnnxSparse({ folder: bert, settings })).rejects.toThrow(
      /token_embeddings.*expected logits/,
    );
  });
});
