import type { SparseVector } from '../../../core/index.js';

/** The `most` weights of largest magnitude, the lower index among equals; as HAKARI-Bench and Sentence Transformers cut. */
export const mostActive = (vector: SparseVector, most: number | undefined): SparseVector => {
  const { indices, weights } = vector;
  if (most === undefined || indices.length <= most) return vector;
  const kept = Uint32Array.from(weights.keys())
    .sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!) || indices[a]! - indices[b]!)
    .subarray(0, most)
    .sort();
  return {
    indices: Int32Array.from(kept, (place) => indices[place]!),
    weights: Float32Array.from(kept, (place) => weights[place]!),
  };
};

/** The mean of vectors, as for dense ones. */
export const meanSparse = (vectors: readonly SparseVector[]): SparseVector => {
  if (vectors.length === 1) return vectors[0]!;
  const sums = new Map<number, number>();
  for (const { indices, weights } of vectors)
    for (const [place, index] of indices.entries()) sums.set(index, (sums.get(index) ?? 0) + weights[place]!);
  const indices = Int32Array.from(sums.keys()).sort();
  return { indices, weights: Float32Array.from(indices, (index) => sums.get(index)! / vectors.length) };
};
