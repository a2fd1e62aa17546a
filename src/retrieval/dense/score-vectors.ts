import { exactSearch, type Similarity } from './exact-search.js';
import { kernelMatrixWork } from './kernel-matrix-backend.js';
import { stacked } from './matrix.js';

/** Scores of some vectors as exact search gives them to the first 100: in doubles, rounded to 32-bit floats. */
export const scoreVectors = (
  query: Float32Array,
  vectors: readonly Float32Array[],
  similarity: Similarity,
): Float64Array =>
  exactSearch(stacked(vectors, query.length), similarity, kernelMatrixWork()).score(
    query,
    Uint32Array.from(vectors.keys()),
  );
