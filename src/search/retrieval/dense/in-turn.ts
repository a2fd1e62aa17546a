import { limiter } from '../../../core/index.js';
import { inBlocks, type RowSearch } from './row-search.js';

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
