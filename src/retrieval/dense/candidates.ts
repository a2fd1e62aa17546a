import { groupBy } from '../../core/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';

/** Rows by descending score in 32-bit floats. */
export interface Candidates {
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

export interface Searched {
  readonly matrix: Matrix;
  /** What each row's dot products are multiplied with, if anything. */
  readonly scales: Float32Array | undefined;
  readonly work: MatrixBackend;
}

/**
 * Rows whose products are made together: for 128 queries 8 MB, and at great depth 32 MB, as finding the best of a block
 * takes long where they are a good part of it.
 */
const blockRows = (k: number): number => (k <= 256 ? 16_384 : 65_536);
/** How many rows are looked at beyond the k requested: at least these, and this share of the rows. */
const BEYOND = { least: 16, oneIn: 16 } as const;

/** The best of a block of rows, best first. */
interface BlockBest {
  readonly from: number;
  readonly to: number;
  /** Counted from the block's first. */
  readonly rows: Int32Array;
  readonly scores: Float32Array;
}

/**
 * For each query the k best rows by products in 32-bit floats, and all rows down to `margins[query]` below the k-th. Blocks
 * that may hold more such rows than requested are asked again.
 */
export const candidatesOf = async (
  queries: Matrix,
  searched: Searched,
  k: number,
  margins: Float64Array,
): Promise<readonly Candidates[]> => {
  const size = blockRows(k);
  const best: BlockBest[][] = Array.from(margins, () => []);
  const ask = async (block: number, asking: readonly number[], wanted: number): Promise<void> => {
    const found = await blockBest(picked(queries, asking), searched, block * size, size, wanted);
    for (const [i, query] of asking.entries()) best[query]![block] = found[i]!;
  };
  const all = [...best.keys()];
  const first = k + Math.max(BEYOND.least, Math.ceil(k / BEYOND.oneIn));
  for (let block = 0; block * size < searched.matrix.rows; block++) await ask(block, all, first);
  for (let wanted = 4 * first; ; wanted *= 4) {
    const merged = best.map((blocks, query) => merge(blocks, k, margins[query]!));
    const unfinished = merged.flatMap(({ floor }, query) =>
      best[query]!.flatMap((own, block) => (goesOn(own, floor) ? [{ query, block }] : [])),
    );
    if (unfinished.length === 0) return merged;
    for (const [block, pairs] of groupBy(unfinished, (each) => each.block)) {
      const asking = pairs.map(({ query }) => query);
      await ask(block, asking, wanted);
    }
  }
};

/** Whether a block may hold more rows that score no less than the floor. */
const goesOn = ({ from, to, rows, scores }: BlockBest, floor: number): boolean =>
  scores.at(-1)! >= floor && rows.length < to - from;

const picked = (queries: Matrix, places: readonly number[]): Matrix => {
  const { dimensions } = queries;
  if (places.length === queries.rows) return queries;
  const data = new Float32Array(places.length * dimensions);
  for (const [row, place] of places.entries())
    data.set(rowsFrom(queries, place, place + 1).data, row * dimensions);
  return { rows: places.length, dimensions, data };
};

const blockBest = async (
  queries: Matrix,
  { matrix, scales, work }: Searched,
  from: number,
  size: number,
  wanted: number,
): Promise<readonly BlockBest[]> => {
  const to = Math.min(from + size, matrix.rows);
  const count = Math.min(wanted, to - from);
  const documents = rowsFrom(matrix, from, to);
  const { rows, scores } = await work.highest(queries, documents, scales?.subarray(from, to), count);
  return Array.from({ length: queries.rows }, (_, query) => ({
    from,
    to,
    rows: rows.subarray(query * count, (query + 1) * count),
    scores: scores.subarray(query * count, (query + 1) * count),
  }));
};

/** The rows of all blocks down to the floor, best first. */
const merge = (blocks: readonly BlockBest[], k: number, margin: number): Candidates & { floor: number } => {
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
    rows[size] = blocks[best]!.from + blocks[best]!.rows[heads[best]!++]!;
    scores[size] = score;
    if (size === k - 1) floor = score - margin;
  }
  return { rows: rows.subarray(0, size), scores: scores.subarray(0, size), floor };
};
