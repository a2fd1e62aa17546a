import { groupBy } from '../../../core/index.js';
import { surveyCheck } from '../check-of-each.js';

export const conflictingIds = surveyCheck(
  {
    name: 'conflicting-ids',
    title: 'Ids with several texts',
    definition: 'Ids of the corpus that have different texts in different rows.',
    severity: 'error',
    unit: 'ids',
    fix: 'Give each text an id of its own: which text a judgement means is open, and retrievers differ.',
  },
  function* (_, { ids, hashes }) {
    for (const [id, rows] of groupBy(ids.keys(), (row) => ids[row]!)) {
      const texts = new Set(rows.map((row) => hashes[row])).size;
      const places = rows.slice(0, 5).map((row) => row + 1);
      const detail = `${texts} texts, in rows ${places.join(', ')}`;
      yield texts > 1 ? { documents: [id], detail } : undefined;
    }
  },
);
