import { exactSearch, type Similarity } from './exact-search.js';
import { kernelMatrixWork } from './kernel-matrix-backend.js';
import { stacked } from './matrix.js';
import { normReader, normsOf } from './norm.js';
import { inMemory } from './vector-rows.js';

/** Scores of some vectors as exact search gives them to the first 100: in doubles, rounded to 32-bit floats. */
export const scoreVectors = (
  query: Float32Array,
  vectors: readonly Float32Array[],
  similarity: Similarity,
): Promise<Float64Array> => {
  const matrix = stacked(vectors, query.length);
  const measured = { vectors: inMemory(matrix), norms: normsOf(matrix, normReader(query.length)) };
  return exactSearch(measured, similarity, kernelMatrixWork()).score(query, Uint32Array.from(vectors.keys()));
};
