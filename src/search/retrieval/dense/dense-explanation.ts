import type { ScorePart, StageScore } from '../../../core/index.js';
import type { Similarity } from './exact-scores.js';
import { meanVector } from './query-point.js';

export interface NamedVectors {
  readonly names: readonly string[];
  readonly vectors: readonly Float32Array[];
}

const dot = (a: Float32Array, b: Float32Array, dimensions: number): number => {
  let sum = 0;
  for (let k = 0; k < dimensions; k++) sum += a[k]! * b[k]!;
  return sum;
};

/** A vector of zeros is near to nothing. */
const lengthOf = (vector: Float32Array, dimensions: number): number =>
  Math.sqrt(dot(vector, vector, dimensions)) || 1;

/** How near vectors are to a query, in doubles. A query's vector is the mean of its texts', so each text has a share of the score. */
export const denseExplainer = (
  { names, vectors }: NamedVectors,
  similarity: Similarity,
  truncate?: number,
) => {
  const mean = meanVector(vectors);
  const dimensions = truncate ?? mean.length;
  const scale = similarity === 'cosine' ? lengthOf(mean, dimensions) : 1;
  const by = (vector: Float32Array): number =>
    similarity === 'cosine' ? scale * lengthOf(vector, dimensions) : 1;
  const near = (vector: Float32Array): number => dot(mean, vector, dimensions) / by(vector);
  return {
    similarity: near,
    /** The score as a sum over the texts of the query. */
    of: (vector: Float32Array): StageScore => {
      const divisor = by(vector);
      const parts = vectors.map((own, i): ScorePart => {
        const product = dot(own, vector, dimensions);
        const cosine = product / lengthOf(own, dimensions) / lengthOf(vector, dimensions);
        return { name: names[i]!, value: product / vectors.length / divisor, details: { cosine } };
      });
      return { kind: 'vectors', score: near(vector), parts: parts.sort((a, b) => b.value - a.value) };
    },
  };
};
