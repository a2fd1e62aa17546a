import { type Check, tally } from '../check.js';
import { NEAR_RULE } from '../near-rows.js';

export const nearDuplicates: Check = {
  name: 'near-duplicates',
  title: 'Near-duplicate documents',
  definition: `Documents that are nearly, but not exactly, the same as others: in each cluster of near-duplicates, the distinct documents but one. Two texts are near-duplicates if ${NEAR_RULE}.`,
  severity: 'warning',
  unit: 'documents',
  fix: 'Keep one document of a cluster, or judge all of them alike.',
  start: (_, most) => ({
    finish: ({ ids, hashes, near }) => {
      const found = tally(most);
      for (const cluster of near.clusters) {
        const ownIds = new Set<string>();
        const texts = new Set<string>();
        const rows = cluster.filter((row) => {
          if (ownIds.has(ids[row]!) || texts.has(hashes[row]!)) return false;
          ownIds.add(ids[row]!);
          texts.add(hashes[row]!);
          return true;
        });
        if (rows.length < 2) continue;
        const best = near.of(rows[1]!).find(({ row }) => hashes[row] !== hashes[rows[1]!]);
        found.add({
          documents: rows.map((row) => ids[row]!),
          detail: `${rows.length} documents${best ? `, Jaccard ${best.jaccard.toFixed(2)}` : ''}`,
        });
        found.count(rows.length - 2);
      }
      return found.of(ids.length);
    },
  }),
};
