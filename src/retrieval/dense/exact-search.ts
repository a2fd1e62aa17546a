import { limiter } from '../../core/index.js';
import { bestOf } from '../vectors/index.js';
import { candidatesOf } from './candidates.js';
import { dotProductsByRow } from './dot-products-by-row.js';
import { type Matrix, stacked } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { surePlaces, uncertainRows } from './near-ties.js';
import { normReader, normsOf } from './norm.js';
import { BLOCK_QUERIES, inBlocks, type RowSearch } from './row-search.js';
import type { VectorRows } from './vector-rows.js';

/** How two vectors are compared. */
export type Similarity = 'cosine' | 'dot';

/** Half the distance from 1 to the next 32-bit float: the relative error of one rounded operation. */
const UNIT_ROUNDOFF = 2 ** -24;
/** Vectors whose lengths differ from 1 by no more are not scaled to find candidates, which then reach as much further. */
const EVEN = 1e-6;

export interface ExactSearch {
  readonly search: RowSearch;
  /** Scores of single rows, in doubles, rounded to 32-bit floats. */
  score(query: Float32Array, rows: Uint32Array): Promise<Float64Array>;
}

/** Vectors, and what each is divided by to have length 1. */
export interface MeasuredVectors {
  readonly vectors: VectorRows;
  readonly norms: Float64Array;
}

/**
 * Exact search: the ranking that arithmetic in doubles gives, its scores rounded to 32-bit floats. Products in 32-bit
 * floats find all rows that could be among the first k, by a bound on their errors; then those are scored in doubles whose
 * order the errors leave open. For up to 100 hits that is all of them, so that nothing of the machine shows in a score;
 * equal vectors tie at any depth.
 */
export const exactSearch = (
  { vectors, norms }: MeasuredVectors,
  similarity: Similarity,
  work: MatrixBackend,
): ExactSearch => {
  const { rows, dimensions } = vectors;
  const normOf = normReader(dimensions);
  const cosine = similarity === 'cosine';
  const unevenness = cosine ? norms.reduce((most, norm) => Math.max(most, Math.abs(norm - 1)), 0) : 0;
  const scales = unevenness > EVEN ? new Float32Array(rows).map((_, row) => 1 / norms[row]!) : undefined;
  const longest = cosine ? 1 : norms.reduce((most, norm) => Math.max(most, norm), 0);
  const bound = errorBound(dimensions) + (scales ? 0 : 2 * unevenness);
  const productsOf = dotProductsByRow(vectors, BLOCK_QUERIES);
  // Searches share memory for queries and products; on disk, each reads all vectors.
  const { turn } = limiter(1);

  /** Dot products in doubles, each divided by the row's length for cosine. */
  const exactly = async (queries: Matrix, rows: readonly Uint32Array[]): Promise<readonly Float64Array[]> => {
    const products = await productsOf(queries, rows);
    if (cosine)
      for (const [query, own] of products.entries())
        for (let i = 0; i < own.length; i++) own[i]! /= norms[rows[query]![i]!]!;
    return products;
  };
  const rounded = (scores: Float64Array, queryNorm: number): Float64Array => {
    const divisor = cosine ? queryNorm : 1;
    for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]! / divisor);
    return scores;
  };

  const search: RowSearch = async (points, k) => {
    const queries = stacked(points, dimensions);
    const queryNorms = normsOf(queries, normOf);
    const settings = Array.from(queryNorms, (norm) => ({
      k,
      margin: 2 * bound * norm * longest,
      most: norm * longest,
    }));
    const candidates = await candidatesOf(queries, { vectors, scales, work }, settings);
    const scores = candidates.map((list) => new Float64Array(list.scores));
    const settle = async (places: readonly Uint32Array[]): Promise<void> => {
      const rows = places.map((own, query) => own.map((place) => candidates[query]!.rows[place]!));
      for (const [query, exact] of (await exactly(queries, rows)).entries())
        for (let i = 0; i < exact.length; i++) scores[query]![places[query]![i]!] = exact[i]!;
    };
    await settle(candidates.map((list) => surePlaces(list.scores)));
    await settle(candidates.map((list, query) => uncertainRows(list.scores, scores[query]!)));
    return candidates.map(({ rows }, query) =>
      bestOf({ rows, scores: rounded(scores[query]!, queryNorms[query]!) }, k),
    );
  };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const end = await turn();
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    search: inBlocks((points, k) => inTurn(() => search(points, k))),
    score: (point, rows) =>
      inTurn(async () => {
        const [scores] = await exactly({ rows: 1, dimensions, data: point }, [rows]);
        return rounded(scores!, normOf(point));
      }),
  };
};

/**
 * How far a dot product of unit vectors in 32-bit floats can be off, whatever the order of its sums and whether products
 * are rounded before they are added: n·u / (1 − n·u) for n additions (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed., §3.1), with |a|·|b| bounded by Cauchy–Schwarz. Eight more for the scale, its product and the
 * rounding of the final scores.
 */
export const errorBound = (dimensions: number): number => {
  const roundings = (dimensions + 8) * UNIT_ROUNDOFF;
  return roundings / (1 - roundings);
};
