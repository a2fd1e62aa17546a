import { surveyCheck } from '../check-of-each.js';
import { NEAR_RULE } from '../near-rows.js';

export const suspectedFalseNegatives = surveyCheck(
  {
    name: 'suspected-false-negatives',
    title: 'Relevant documents with an unjudged twin',
    definition: `Judgements of relevant documents of which an equal or nearly equal document is neither judged nor excluded for the query, so a false negative is suspected: ${NEAR_RULE}.`,
    severity: 'warning',
    unit: 'judgements',
    fix: 'Judge the twins as the documents they repeat, or leave them out of the corpus: a system that finds one is scored as wrong.',
  },
  function* ({ judgements, excluded }, { ids, rowOf, relevant, near }) {
    for (const [query, documents] of relevant) {
      const [judged, out] = [judgements.get(query)!, excluded?.get(query)];
      for (const relevantId of documents) {
        // An earlier row of a repeated id is not what retrievers return for it.
        const twins = near
          .of(rowOf.get(relevantId)!)
          .filter(
            ({ row }) => !judged.has(ids[row]!) && !out?.has(ids[row]!) && rowOf.get(ids[row]!) === row,
          );
        const likeness = twins[0]?.jaccard === 1 ? 'same words' : `Jaccard ${twins[0]?.jaccard.toFixed(2)}`;
        const found = [relevantId, ...twins.map(({ row }) => ids[row]!)];
        const detail = `${likeness}, ${twins.length} not judged`;
        yield twins.length > 0 ? { query, documents: found, detail } : undefined;
      }
    }
  },
);
