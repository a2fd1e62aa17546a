import { WorkError } from '../../core/index.js';
import { type Similarity, scoreVectors } from '../retrieval/index.js';
import { mustBeAtMost, type Proofs } from './proved-top.js';
import type { VectorIndex, VectorRow } from './vector-index.js';

export interface ScoredVector extends VectorRow {
  readonly score: number;
}

/** How lists came about, for the record. */
type VectorProofs = Omit<Proofs, 'split'>;

export const noVectorProofs = (): VectorProofs => ({ proved: 0, deepened: 0, deepest: 0 });

/** Candidates of one query in memory, as bytes of vectors; a list that needs more is an error, and never a guess. */
const MOST_BYTES = 512 << 20;

/** How many candidates are asked for at first: as many as are kept and some whose order the engine's arithmetic may have wrong. */
const firstDepth = (needed: number, superseded: number): number =>
  needed + Math.max(32, needed >> 2) + Math.min(superseded, needed);

export const scored = async (
  query: Float32Array,
  rows: readonly VectorRow[],
  similarity: Similarity,
): Promise<readonly ScoredVector[]> => {
  const scores = await scoreVectors(
    query,
    rows.map(({ vector }) => vector),
    similarity,
  );
  return rows.map((row, i) => ({ ...row, score: scores[i]! }));
};

/**
 * For each query the `needed` best rows by the scores of exact search, and all that tie with the last of them. The engine's best rows are
 * scored again. No other row can score more than the engine's bound; when that is below the last score needed, the list is proved. Otherwise
 * twice as many are looked at.
 */
export const provedVectors = async (
  index: VectorIndex,
  queries: readonly Float32Array[],
  { needed, similarity }: { readonly needed: number; readonly similarity: Similarity },
  proofs: VectorProofs,
): Promise<readonly (readonly ScoredVector[])[]> => {
  const found: (readonly ScoredVector[])[] = queries.map(() => []);
  const depth = firstDepth(needed, index.superseded.size);
  let open = [...queries.keys()];
  for (let looked = depth; open.length > 0; looked *= 2) {
    if (looked > depth && looked * index.dimensions * 4 > MOST_BYTES) throw unproved(open.length, looked / 2);
    const left: number[] = [];
    const answers = await index.candidates(
      open.map((query) => queries[query]!),
      looked,
    );
    for (const [i, query] of open.entries()) {
      const { rows, unseen } = answers[i]!;
      const current = rows.filter(({ row }) => !index.superseded.has(row));
      const exact = await scored(queries[query]!, current, similarity);
      for (const [at, { row, score }] of exact.entries())
        mustBeAtMost(row, score, Math.fround(current[at]!.most));
      const scores = exact.map(({ score }) => score).sort((a, b) => b - a);
      // Rounding keeps order: what is at most the bound is at most the rounded bound.
      const isProved =
        unseen === undefined || (scores.length >= needed && Math.fround(unseen) < scores[needed - 1]!);
      if (!isProved) {
        left.push(query);
        continue;
      }
      found[query] = exact;
      if (looked === depth) proofs.proved += 1;
      else proofs.deepened += 1;
      proofs.deepest = Math.max(proofs.deepest, rows.length);
    }
    open = left;
  }
  return found;
};

const unproved = (queries: number, looked: number): WorkError =>
  new WorkError(
    `the rankings of ${queries} queries cannot be proved within ${looked.toLocaleString('en')} candidates each: too many documents score alike`,
    'run without --engine, or keep fewer hits (--top-k)',
  );
