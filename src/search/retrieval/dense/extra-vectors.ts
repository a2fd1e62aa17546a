import type { DenseEmbedder, Tools } from '../../../core/index.js';
import { denseBytes, storedVectors, vectorsByText } from '../vectors/index.js';

/**
 * Vectors of texts that are no part of a search, by the model of the documents: those that are cached, and where `make` says so the
 * others, which are cached then. A text that cannot be embedded is left out.
 */
export const extraVectors = async (embedder: DenseEmbedder, make: boolean, tools: Tools) => {
  const { cachedOnly: _, ...asking } = tools;
  const store = await storedVectors(embedder, 'document', denseBytes, asking);
  return async (texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> => {
    const wanted = [...new Set(texts)];
    const vectors = new Map(await vectorsByText(wanted, store, denseBytes.copy));
    const missing = wanted.filter((text) => !vectors.has(text));
    if (make && missing.length > 0) {
      const textOf = new Map(missing.map((text) => [store.keyOf(text), text]));
      await store.make(textOf, (key, vector) => vectors.set(textOf.get(key)!, denseBytes.copy(vector)));
    }
    return vectors;
  };
};
