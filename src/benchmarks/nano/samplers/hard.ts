import { byTurns } from '../../../core/index.js';
import { firstRows } from '../corpus-rows.js';
import type { Sampler } from './sampler.js';
import { uniform } from './uniform.js';

/**
 * The documents that retrievers confuse with the positives: judged ones that are not relevant, then a pool of the
 * rankings rank by rank (the first of every ranking, then the second of every ranking). What the pool leaves free
 * is drawn uniformly.
 */
export const hard: Sampler = {
  about: 'judged documents, then the top hits of several retrievers',
  order: 'source',
  fill: async (keeper, context) => {
    const { corpus, hardNegatives, judgedRows, rankings, tools, split } = context;
    keeper.keepAll(hardNegatives, judgedRows);
    const pool = keeper.room > 0 ? [...new Set(byTurns(await rankings()))] : [];
    // As many at a time as there is room for, so that the texts of a deep pool are never all in memory.
    for (let next = 0; next < pool.length && keeper.room > 0; ) {
      const ids = pool.slice(next, next + keeper.room);
      const rows = await firstRows(corpus, ids, tools, `${split}: pooled documents`);
      keeper.keepAll(ids, rows);
      next += ids.length;
    }
    await uniform.fill(keeper, context);
  },
};
