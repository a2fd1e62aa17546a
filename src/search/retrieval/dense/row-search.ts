import { limiter } from '../../../core/index.js';
import type { FoundRows } from '../vectors/index.js';

/**
 * For each query the k best rows, and with them every row that ties with the last. A query's ranking does not depend on
 * the other queries.
 */
export type RowSearch = (queries: readonly Float32Array[], k: number) => Promise<readonly FoundRows[]>;

/** Queries searched together: enough to run at the machine's matrix speed. */
export const BLOCK_QUERIES = 128;

export const inBlocks =
  (search: RowSearch): RowSearch =>
  async (queries, k) => {
    const found: FoundRows[] = [];
    for (let from = 0; from < queries.length; from += BLOCK_QUERIES)
      found.push(...(await search(queries.slice(from, from + BLOCK_QUERIES), k)));
    return found;
  };

/** A search over a batch of queries, one batch after the other: they share memory, and on disk each reads all vectors. */
export const inTurn = (search: RowSearch): RowSearch => {
  const { turn } = limiter(1);
  return inBlocks(async (points, k) => {
    const end = await turn();
    try {
      return await search(points, k);
    } finally {
      end();
    }
  });
};
