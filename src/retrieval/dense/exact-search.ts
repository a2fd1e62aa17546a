import { bestOf } from '../vectors/index.js';
import { type Candidates, candidatesOf } from './candidates.js';
import { dotProductsByRow } from './dot-products-by-row.js';
import { type Matrix, stacked } from './matrix.js';
import type { MatrixWork } from './matrix-work.js';
import { normReader, normsOf } from './norm.js';
import { BLOCK_QUERIES, inBlocks, type RowSearch } from './row-search.js';

export type Similarity = 'cosine' | 'dot';

/** Half the distance from 1 to the next 32-bit float: the relative error of one rounded operation. */
const UNIT_ROUNDOFF = 2 ** -24;
/** So many hits are always scored in doubles: all that the protocol keeps. */
const SURE = 100;
/**
 * Beyond those, hits are scored in doubles that lie closer together than so many times the largest error among the sure
 * ones: 16, for two errors of 8 times that size. Errors are sums of many roundings, so that a few hundred of them show how
 * large they get.
 */
const DOUBT = 16;

/** Vectors whose lengths differ from 1 by no more are taken as they are for the shortlist, which gets as much longer. */
const EVEN = 1e-6;

export interface ExactSearch {
  readonly search: RowSearch;
  /** Scores of single rows, in doubles, rounded to 32-bit floats. */
  score(query: Float32Array, rows: Uint32Array): Float64Array;
}

/**
 * Exact search: the ranking that arithmetic in doubles gives, its scores rounded to 32-bit floats. Products in 32-bit
 * floats make a list of all rows that rounding errors could have put out of the first k; then those are scored in doubles
 * whose order the errors leave open. For up to 100 hits that is all of them, so that nothing of the machine shows in a
 * score; equal vectors tie at any depth.
 */
export const exactSearch = (matrix: Matrix, similarity: Similarity, work: MatrixWork): ExactSearch => {
  const { dimensions } = matrix;
  const cosine = similarity === 'cosine';
  const normOf = normReader(dimensions);
  const norms = cosine ? normsOf(matrix, normOf) : undefined;
  const unevenness = norms?.reduce((most, norm) => Math.max(most, Math.abs(norm - 1)), 0) ?? 0;
  const scales = norms && unevenness > EVEN ? Float32Array.from(norms, (norm) => 1 / norm) : undefined;
  const longest = norms ? 1 : normsOf(matrix, normOf).reduce((a, b) => Math.max(a, b), 0);
  const bound = errorBound(dimensions) + (scales ? 0 : 2 * unevenness);
  const productsOf = dotProductsByRow(matrix, BLOCK_QUERIES);

  /** In doubles: dot products with the rows, each divided by the row's length for cosine. */
  const exactly = (queries: Matrix, rows: readonly Uint32Array[]): readonly Float64Array[] =>
    productsOf(queries, rows).map((products, query) =>
      norms ? products.map((product, i) => product / norms[rows[query]![i]!]!) : products,
    );

  const search = inBlocks(async (vectors, k) => {
    const queries = stacked(vectors, dimensions);
    const lengths = normsOf(queries, normOf);
    const margins = lengths.map((length) => 2 * bound * length * longest);
    const candidates = await candidatesOf(queries, { matrix, scales, work }, k, margins);
    const settled = settle(candidates, (rows) => exactly(queries, rows));
    return settled.map((scores, query) => {
      const rows = Uint32Array.from(candidates[query]!.rows);
      const length = cosine ? lengths[query]! : 1;
      return bestOf({ rows, scores: scores.map((score) => Math.fround(score / length)) }, k);
    });
  });
  return {
    search,
    score: (vector, rows) => {
      const [scores] = exactly({ rows: 1, dimensions, data: vector }, [rows]);
      const length = cosine ? normOf(vector) : 1;
      return scores!.map((score) => Math.fround(score / length));
    },
  };
};

/** Scores in doubles where order is in doubt, else the candidates' own. */
const settle = (
  candidates: readonly Candidates[],
  exactly: (rows: readonly Uint32Array[]) => readonly Float64Array[],
): readonly Float64Array[] => {
  const scores = candidates.map((list) => Float64Array.from(list.scores));
  const replace = (places: readonly Uint32Array[]): void => {
    const rows = places.map((own, query) => own.map((place) => candidates[query]!.rows[place]!));
    for (const [query, exact] of exactly(rows).entries())
      for (const [i, score] of exact.entries()) scores[query]![places[query]![i]!] = score;
  };
  replace(candidates.map(({ rows }) => Uint32Array.from(rows.subarray(0, SURE).keys())));
  const doubtful = candidates.map((list, query) => {
    if (list.rows.length <= SURE) return new Uint32Array();
    return inDoubt(list.scores, DOUBT * largestError(list.scores, scores[query]!));
  });
  if (doubtful.some((places) => places.length > 0)) replace(doubtful);
  return scores;
};

const largestError = (scores: Float32Array, exact: Float64Array): number => {
  let largest = UNIT_ROUNDOFF * Math.abs(scores[0]!);
  for (let place = 0; place < SURE; place++)
    largest = Math.max(largest, Math.abs(scores[place]! - exact[place]!));
  return largest;
};

/** Places after the sure ones that are so close to a neighbour that either may be the better. */
const inDoubt = (scores: Float32Array, close: number): Uint32Array => {
  const places: number[] = [];
  for (let place = SURE; place < scores.length; place++) {
    const before = scores[place - 1]! - scores[place]! <= close;
    const after = place + 1 < scores.length && scores[place]! - scores[place + 1]! <= close;
    if (before || after) places.push(place);
  }
  return Uint32Array.from(places);
};

/**
 * How far a dot product of unit vectors in 32-bit floats can be off, whatever the order of its sums and whether products
 * are rounded before they are added: n·u / (1 − n·u) for n additions (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed., §3.1), with |a|·|b| bounded by Cauchy–Schwarz. Eight more for the scale, its product and the
 * rounding of the final scores.
 */
const errorBound = (dimensions: number): number => {
  const roundings = (dimensions + 8) * UNIT_ROUNDOFF;
  return roundings / (1 - roundings);
};
