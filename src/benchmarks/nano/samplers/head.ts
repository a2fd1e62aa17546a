import { rowsWithText } from '../corpus-rows.js';
import type { Sampler } from './sampler.js';

/**
 * As the published Nano sets were filled: documents judged not relevant, then the head of the corpus file. At most
 * max(3 × limit, limit + judged documents) rows of it are looked at, which matters where most repeat a text.
 */
export const head: Sampler = {
  about: 'judged documents, then the first of the corpus, as published',
  order: 'as-kept',
  fill: async (keeper, { corpus, hardNegatives, judgedRows, judged, limit, tools, split }) => {
    keeper.keepAll(hardNegatives, judgedRows);
    let unseen = Math.max(3 * limit, limit + judged);
    if (keeper.room === 0) return;
    for await (const rows of rowsWithText(corpus, tools, `${split}: documents`))
      for (const row of rows) {
        if (unseen-- === 0) return;
        keeper.keep(row);
        if (keeper.room === 0) return;
      }
  },
};
