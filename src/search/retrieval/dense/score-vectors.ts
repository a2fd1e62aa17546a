import { exactScores, type Similarity } from './exact-scores.js';
import { stacked } from './matrix.js';
import { normReader, normsOf } from './norm.js';
import { inMemory } from './vector-rows.js';

/** Scores of some vectors as exact search gives them to the first 100: in doubles, rounded to 32-bit floats. */
export const scoreVectors = async (
  query: Float32Array,
  vectors: readonly Float32Array[],
  similarity: Similarity,
): Promise<Float64Array> => {
  const dimensions = query.length;
  const normOf = normReader(dimensions);
  const matrix = stacked(vectors, dimensions);
  const exact = exactScores({ vectors: inMemory(matrix), norms: normsOf(matrix, normOf) }, similarity, 1);
  const rows = Uint32Array.from(vectors.keys());
  const [scores] = await exact.of({ rows: 1, dimensions, data: query }, [rows]);
  return exact.rounded(scores!, normOf(query));
};
