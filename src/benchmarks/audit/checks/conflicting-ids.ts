import { groupBy } from '../../../core/index.js';
import { type Check, tally } from '../check.js';

export const conflictingIds: Check = {
  name: 'conflicting-ids',
  title: 'Ids with several texts',
  definition: 'Ids of the corpus that have different texts in different rows.',
  severity: 'error',
  unit: 'ids',
  fix: 'Give each text an id of its own: which text a judgement means is open, and retrievers differ.',
  start: () => ({
    finish: ({ ids, hashes, rowOf }) => {
      const conflicting = tally();
      for (const [id, rows] of groupBy(ids.keys(), (row) => ids[row]!)) {
        const texts = new Set(rows.map((row) => hashes[row])).size;
        if (texts > 1)
          conflicting.add({
            documents: [id],
            detail: `${texts} texts, in rows ${rows
              .slice(0, 5)
              .map((row) => row + 1)
              .join(', ')}`,
          });
      }
      return conflicting.of(rowOf.size);
    },
  }),
};
