import { dotProductsByRow } from './dot-products-by-row.js';
import type { Matrix } from './matrix.js';
import { BLOCK_QUERIES } from './row-search.js';
import type { VectorRows } from './vector-rows.js';

/** How two vectors are compared. */
export type Similarity = 'cosine' | 'dot';

/** Vectors, and what each is divided by to have length 1. */
export interface MeasuredVectors {
  readonly vectors: VectorRows;
  readonly norms: Float64Array;
}

/** Scores in doubles; one call ends before the next begins. */
export interface ExactScores {
  /** For each query its scores with the rows it wants, in their order, before they are divided by the query's length for cosine. */
  of(queries: Matrix, rows: readonly Uint32Array[]): Promise<readonly Float64Array[]>;
  /** Scores as they are told: divided by the query's length for cosine, and rounded to 32-bit floats. */
  rounded(scores: Float64Array, queryNorm: number): Float64Array;
}

export const exactScores = (
  { vectors, norms }: MeasuredVectors,
  similarity: Similarity,
  mostQueries = BLOCK_QUERIES,
): ExactScores => {
  const productsOf = dotProductsByRow(vectors, mostQueries);
  const cosine = similarity === 'cosine';
  return {
    of: async (queries, rows) => {
      const products = await productsOf(queries, rows);
      if (cosine)
        for (const [query, own] of products.entries())
          for (let i = 0; i < own.length; i++) own[i]! /= norms[rows[query]![i]!]!;
      return products;
    },
    rounded: (scores, queryNorm) => {
      const divisor = cosine ? queryNorm : 1;
      for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]! / divisor);
      return scores;
    },
  };
};
