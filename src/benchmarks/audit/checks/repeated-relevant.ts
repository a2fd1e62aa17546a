import { surveyCheck } from '../check-of-each.js';
import { NEAR, REPEATED } from '../near-rows.js';

export const repeatedRelevant = surveyCheck(
  {
    name: 'repeated-relevant',
    title: 'Relevant documents that an unjudged document repeats in part',
    definition: `Judgements of relevant documents of which a document that is neither judged nor excluded for the query holds a part, is a part, or is a copy with words changed: ${REPEATED.fewest} or more of their ${NEAR.words}-word shingles are the same, and these are ${100 * REPEATED.share} % or more of those of the shorter one; shingles that more than ${REPEATED.mostTexts} documents have do not count. What is nearly equal is left to suspected-false-negatives.`,
    severity: 'note',
    unit: 'judgements',
    fix: 'Read both: if the other one answers the query as well, judge it, or leave it out of the corpus.',
  },
  function* ({ judgements, excluded }, { ids, rowOf, relevant, near }) {
    const rows = [...new Set([...relevant.values()].flat())].map((id) => rowOf.get(id)!);
    const repeating = near.repeating(rows);
    for (const [query, documents] of relevant) {
      const [judged, out] = [judgements.get(query)!, excluded?.get(query)];
      for (const id of documents) {
        const own = rowOf.get(id)!;
        const twins = new Set(near.of(own).map(({ row }) => row));
        const others = (repeating.get(own) ?? []).filter(
          ({ row }) =>
            !twins.has(row) && !judged.has(ids[row]!) && !out?.has(ids[row]!) && rowOf.get(ids[row]!) === row,
        );
        yield others.length > 0
          ? {
              query,
              documents: [id, ...others.map(({ row }) => ids[row]!)],
              detail: `${Math.round(100 * others[0]!.share)} % of the shorter text, in ${others.length} not judged`,
            }
          : undefined;
      }
    }
  },
);
