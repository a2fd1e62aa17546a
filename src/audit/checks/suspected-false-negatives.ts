import { type Check, tally } from '../check.js';
import { NEAR_RULE } from '../near-rule.js';

/** Unjudged documents that are nearly the same as a relevant one. */
export const suspectedFalseNegatives: Check = {
  name: 'suspected-false-negatives',
  title: 'Suspected false negatives',
  definition: `Pairs of a query and a document that is not judged for it, although it is equal to or a near-duplicate of a relevant document: ${NEAR_RULE}. Of all relevant judgements.`,
  severity: 'warning',
  unit: 'pairs',
  fix: 'Judge them as the document they repeat, or leave them out of the corpus: a system that finds them is punished.',
  start: ({ judgements }) => ({
    finish: ({ ids, rowOf, relevant, near }) => {
      const found = tally();
      let all = 0;
      for (const [query, documents] of relevant) {
        const judged = judgements.get(query)!;
        const seen = new Set<string>();
        for (const relevantId of documents) {
          all += 1;
          for (const { row, jaccard } of near.of(rowOf.get(relevantId)!)) {
            const id = ids[row]!;
            // An earlier row of a repeated id is not what retrievers return for it.
            if (judged.has(id) || seen.has(id) || rowOf.get(id) !== row) continue;
            seen.add(id);
            const detail =
              jaccard === 1
                ? `same words as ${relevantId}`
                : `Jaccard ${jaccard.toFixed(2)} with ${relevantId}`;
            found.add({ query, documents: [id, relevantId], detail });
          }
        }
      }
      return found.of(all);
    },
  }),
};
