import { type Check, tally } from '../check.js';

export const repeatedIds: Check = {
  name: 'repeated-ids',
  title: 'Repeated ids',
  definition: 'Rows of the corpus with the id of an earlier row and the same text.',
  severity: 'warning',
  unit: 'documents',
  fix: 'Keep one row per id: BM25 counts every row, other retrievers one per id.',
  start: () => ({
    finish: ({ ids, hashes }) => {
      const repeated = tally();
      const texts = new Map<string, Set<string>>();
      for (const [row, id] of ids.entries()) {
        const own = texts.get(id);
        if (own?.has(hashes[row]!)) repeated.add({ documents: [id], detail: `again in row ${row + 1}` });
        else if (own) own.add(hashes[row]!);
        else texts.set(id, new Set([hashes[row]!]));
      }
      return repeated.of(ids.length);
    },
  }),
};
