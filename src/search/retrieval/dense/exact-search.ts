import { bestOf } from '../vectors/index.js';
import { candidatesOf } from './candidates.js';
import { exactScores, type MeasuredVectors, type Similarity } from './exact-scores.js';
import { normReader, normsOf, stacked } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { surePlaces, uncertainRows } from './near-ties.js';
import { inTurn, type RowSearch } from './row-search.js';

/** Half the distance from 1 to the next 32-bit float: the relative error of one rounded operation. */
const UNIT_ROUNDOFF = 2 ** -24;
/** Vectors whose lengths differ from 1 by no more are not scaled to find candidates, which then reach as much further. */
const EVEN = 1e-6;

/**
 * Exact search: the ranking that arithmetic in doubles gives, its scores rounded to 32-bit floats. Products in 32-bit
 * floats find all rows that could be among the first k, by a bound on their errors; then those are scored in doubles whose
 * order the errors leave open. For up to 100 hits that is all of them, so that nothing of the machine shows in a score;
 * equal vectors tie at any depth.
 */
export const exactSearch = (
  measured: MeasuredVectors,
  similarity: Similarity,
  work: MatrixBackend,
): RowSearch => {
  const { vectors, norms } = measured;
  const { rows, dimensions } = vectors;
  const normOf = normReader(dimensions);
  const cosine = similarity === 'cosine';
  const unevenness = cosine ? norms.reduce((most, norm) => Math.max(most, Math.abs(norm - 1)), 0) : 0;
  const scales = unevenness > EVEN ? new Float32Array(rows).map((_, row) => 1 / norms[row]!) : undefined;
  const longest = cosine ? 1 : norms.reduce((most, norm) => Math.max(most, norm), 0);
  const bound = errorBound(dimensions) + (scales ? 0 : 2 * unevenness);
  const exact = exactScores(measured, similarity);
  return inTurn(async (points, k) => {
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
      for (const [query, settled] of (await exact.of(queries, rows)).entries())
        for (let i = 0; i < settled.length; i++) scores[query]![places[query]![i]!] = settled[i]!;
    };
    await settle(candidates.map((list) => surePlaces(list.scores)));
    await settle(candidates.map((list, query) => uncertainRows(list.scores, scores[query]!)));
    return candidates.map(({ rows }, query) =>
      bestOf({ rows, scores: exact.rounded(scores[query]!, queryNorms[query]!) }, k),
    );
  });
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
