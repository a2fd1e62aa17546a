import type { BestRows, BestSettings } from './best-so-far.js';
import type { Matrix } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import type { VectorRows } from './vector-rows.js';

export interface SearchedVectors {
  readonly vectors: VectorRows;
  /** What each row's dot products are multiplied with, if anything. */
  readonly scales: Float32Array | undefined;
  readonly work: MatrixBackend;
}

/** Rows whose products are made together: finding the best of a block takes long where they are a good part of it. */
const blockRows = (k: number): number => (k <= 256 ? 16_384 : 65_536);
/** How many rows are looked at beyond the k requested: at least these, and this share of the rows. */
const BEYOND = { least: 16, oneIn: 16 } as const;

interface BlockBest {
  readonly first: number;
  /** Counted from the block's first. */
  readonly rows: Int32Array;
  readonly scores: Float32Array;
  /** The block has no other rows. */
  readonly whole: boolean;
}

/**
 * Candidates of each query from the highest products of each block. Undefined for a query of which a block may hold more: its last one is no lower
 * than what is wanted. Nothing is looked for on disk, where blocks are small.
 */
export const highestCandidates = async (
  queries: Matrix,
  { vectors, scales, work }: SearchedVectors,
  settings: readonly BestSettings[],
): Promise<readonly (BestRows | undefined)[]> => {
  const { highest } = work;
  if (!highest || !vectors.held) return settings.map(() => undefined);
  const k = settings.reduce((most, setting) => Math.max(most, setting.k), 0);
  const wanted = k + Math.max(BEYOND.least, Math.ceil(k / BEYOND.oneIn));
  const best: BlockBest[][] = settings.map(() => []);
  for await (const { first, matrix } of vectors.blocks(blockRows(k))) {
    const count = Math.min(wanted, matrix.rows);
    const found = await highest(queries, matrix, scales?.subarray(first, first + matrix.rows), count);
    for (const [query, own] of best.entries())
      own.push({
        first,
        rows: found.rows.subarray(query * count, (query + 1) * count),
        scores: found.scores.subarray(query * count, (query + 1) * count),
        whole: count === matrix.rows,
      });
  }
  return best.map((own, query) => {
    const { floor, ...candidates } = merge(own, settings[query]!);
    const mayHoldMore = own.some(({ scores, whole }) => !whole && !(scores.at(-1)! < floor));
    return mayHoldMore ? undefined : candidates;
  });
};

/** The rows of all blocks down to the floor, best first. */
const merge = (blocks: readonly BlockBest[], { k, margin }: BestSettings) => {
  const total = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
  const rows = new Uint32Array(total);
  const scores = new Float32Array(total);
  const heads = new Uint32Array(blocks.length);
  let floor = Number.NEGATIVE_INFINITY;
  let size = 0;
  for (; size < total; size++) {
    let best = -1;
    let score = Number.NEGATIVE_INFINITY;
    for (let block = 0; block < blocks.length; block++) {
      const own = blocks[block]!.scores;
      const head = heads[block]!;
      if (head < own.length && (best < 0 || own[head]! > score)) {
        best = block;
        score = own[head]!;
      }
    }
    if (score < floor) break;
    const { first, rows: own } = blocks[best]!;
    rows[size] = first + own[heads[best]!++]!;
    scores[size] = score;
    if (size === k - 1) floor = score - margin;
  }
  return { rows: rows.subarray(0, size), scores: scores.subarray(0, size), floor };
};
