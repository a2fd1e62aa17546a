import { type Matrix, rowsFrom } from './matrix.js';
import type { MatrixWork } from './matrix-work.js';

/** Rows by descending score. */
export interface Candidates {
  readonly rows: Int32Array;
  readonly scores: Float32Array;
}

export interface Searched {
  readonly matrix: Matrix;
  /** What each row's dot products are multiplied with, if anything. */
  readonly scales: Float32Array | undefined;
  readonly work: MatrixWork;
}

/** Rows whose products are made together: those of 128 queries take 16 MB. */
const BLOCK_ROWS = 32_768;
/** How many rows are looked at beyond the k asked for, at first: at least these, and one in so many. */
const BEYOND = { least: 16, oneIn: 16 } as const;

/** The best of a block of rows; its scores go down to the last of `rows`. */
interface BlockBest extends Candidates {
  readonly from: number;
  readonly to: number;
}

/**
 * For each query the k best rows by products in 32-bit floats, and all rows down to `margins[query]` below the k-th. Where
 * more rows lie that close than were looked at, more are.
 */
export const candidatesOf = async (
  queries: Matrix,
  searched: Searched,
  k: number,
  margins: Float64Array,
): Promise<readonly Candidates[]> => {
  const first = k + Math.max(BEYOND.least, Math.ceil(k / BEYOND.oneIn));
  const best: BlockBest[][] = Array.from(margins, () => []);
  for (let from = 0; from < searched.matrix.rows; from += BLOCK_ROWS) {
    const found = await blockBest(queries, searched, from, first);
    for (const [query, own] of found.entries()) best[query]!.push(own);
  }
  const candidates: Candidates[] = [];
  for (const [query, blocks] of best.entries())
    candidates.push(await downTo(rowsFrom(queries, query, query + 1), blocks, searched, k, margins[query]!));
  return candidates;
};

const blockBest = async (
  queries: Matrix,
  { matrix, scales, work }: Searched,
  from: number,
  wanted: number,
): Promise<readonly BlockBest[]> => {
  const to = Math.min(from + BLOCK_ROWS, matrix.rows);
  const count = Math.min(wanted, to - from);
  const documents = rowsFrom(matrix, from, to);
  const { rows, scores } = await work.highest(queries, documents, scales?.subarray(from, to), count);
  return Array.from({ length: queries.rows }, (_, query) => ({
    from,
    to,
    rows: rows.subarray(query * count, (query + 1) * count).map((row) => from + row),
    scores: scores.subarray(query * count, (query + 1) * count),
  }));
};

const downTo = async (
  query: Matrix,
  blocks: readonly BlockBest[],
  searched: Searched,
  k: number,
  margin: number,
): Promise<Candidates> => {
  const { rows, scores } = merged(blocks);
  const floor = scores.length > k ? scores[k - 1]! - margin : Number.NEGATIVE_INFINITY;
  const goesOn = (block: BlockBest): boolean =>
    block.rows.length < block.to - block.from && block.scores.at(-1)! >= floor;
  if (blocks.some(goesOn)) {
    const more: BlockBest[] = [];
    for (const block of blocks)
      more.push(
        ...(goesOn(block) ? await blockBest(query, searched, block.from, 4 * block.rows.length) : [block]),
      );
    return downTo(query, more, searched, k, margin);
  }
  let kept = scores.length;
  while (kept > 0 && scores[kept - 1]! < floor) kept--;
  return { rows: rows.subarray(0, kept), scores: scores.subarray(0, kept) };
};

const merged = (blocks: readonly BlockBest[]): Candidates => {
  if (blocks.length === 1) return blocks[0]!;
  const rows = Int32Array.from(blocks.flatMap((block) => [...block.rows]));
  const scores = Float32Array.from(blocks.flatMap((block) => [...block.scores]));
  const order = Uint32Array.from(rows.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return {
    rows: Int32Array.from(order, (place) => rows[place]!),
    scores: Float32Array.from(order, (place) => scores[place]!),
  };
};
