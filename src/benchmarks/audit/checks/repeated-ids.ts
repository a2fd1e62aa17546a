import { surveyCheck } from '../check-of-each.js';

export const repeatedIds = surveyCheck(
  {
    name: 'repeated-ids',
    title: 'Repeated ids',
    definition: 'Rows of the corpus with the id of an earlier row and the same text.',
    severity: 'warning',
    unit: 'documents',
    fix: 'Keep one row per id: BM25 counts every row, other retrievers one per id.',
  },
  function* (_, { ids, hashes }) {
    const seen = new Set<string>();
    for (const [row, id] of ids.entries()) {
      const key = `${hashes[row]} ${id}`;
      yield seen.has(key) ? { documents: [id], detail: `again in row ${row + 1}` } : undefined;
      seen.add(key);
    }
  },
);
