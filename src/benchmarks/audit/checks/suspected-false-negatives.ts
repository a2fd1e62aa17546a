import { type Check, tally } from '../check.js';
import { NEAR_RULE } from '../near-rows.js';

export const suspectedFalseNegatives: Check = {
  name: 'suspected-false-negatives',
  title: 'Relevant documents with an unjudged twin',
  definition: `Judgements of relevant documents of which an equal or nearly equal document is not judged for the query, so a false negative is suspected: ${NEAR_RULE}.`,
  severity: 'warning',
  unit: 'judgements',
  fix: 'Judge the twins as the documents they repeat, or leave them out of the corpus: a system that finds one is scored as wrong.',
  start: ({ judgements }) => ({
    finish: ({ ids, rowOf, relevant, near }) => {
      const found = tally();
      let all = 0;
      for (const [query, documents] of relevant) {
        const judged = judgements.get(query)!;
        for (const relevantId of documents) {
          all += 1;
          // An earlier row of a repeated id is not what retrievers return for it.
          const twins = near
            .of(rowOf.get(relevantId)!)
            .filter(({ row }) => !judged.has(ids[row]!) && rowOf.get(ids[row]!) === row);
          const [best] = twins;
          if (!best) continue;
          const likeness = best.jaccard === 1 ? 'same words' : `Jaccard ${best.jaccard.toFixed(2)}`;
          found.add({
            query,
            documents: [relevantId, ...twins.slice(0, MOST_TWINS).map(({ row }) => ids[row]!)],
            detail: `${likeness}, ${twins.length} not judged`,
          });
        }
      }
      return found.of(all);
    },
  }),
};

const MOST_TWINS = 4;
