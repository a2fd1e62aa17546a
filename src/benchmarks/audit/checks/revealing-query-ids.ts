import { surveyCheck } from '../check-of-each.js';
import { pText, SHORTCUT_LEVEL, twoSided } from '../validity/normal-chance.js';

/** Fewer queries may agree by chance. */
const LEAST_QUERIES = 10;
/** The share of queries from which it is worth something. */
const WORTH = 0.2;
/** A part that more documents share tells of none. */
const RARE = 0.05;

export const revealingQueryIds = surveyCheck(
  {
    name: 'revealing-query-ids',
    title: 'Ids of documents that name their query',
    definition: `Queries of which a relevant document has a part of the query’s id in its own, a run of letters or of digits that at most ${100 * RARE} % of all documents have. Counted only if these are ${100 * WORTH} % of the queries or more, if as many documents drawn at random share parts with p below ${SHORTCUT_LEVEL}, and from ${LEAST_QUERIES} queries.`,
    severity: 'warning',
    unit: 'queries',
    fix: 'Give documents ids that do not come from queries: a system that compares ids, or orders equal scores by them, finds these without reading.',
  },
  function* (_, { ids, relevant }) {
    if (relevant.size < LEAST_QUERIES) return;
    const having = new Map<string, number>();
    for (const id of ids) for (const part of partsOf(id)) having.set(part, (having.get(part) ?? 0) + 1);
    const looked = [...relevant].map(([query, documents]) => {
      const parts = partsOf(query).filter((part) => (having.get(part) ?? 0) <= RARE * ids.length);
      const named = documents.filter((id) => partsOf(id).some((part) => parts.includes(part)));
      // The chance that one of as many documents, drawn at random, has one of the parts.
      const share = parts.reduce((sum, part) => sum + (having.get(part) ?? 0), 0) / ids.length;
      return { query, named, chance: 1 - (1 - Math.min(share, 1)) ** documents.length };
    });
    const found = looked.filter(({ named }) => named.length > 0).length;
    const expected = looked.reduce((sum, { chance }) => sum + chance, 0);
    const spread = Math.sqrt(looked.reduce((sum, { chance }) => sum + chance * (1 - chance), 0));
    const p = found > expected ? twoSided((found - expected) / Math.max(spread, 1)) : 1;
    const isFound = found >= WORTH * relevant.size && p < SHORTCUT_LEVEL;
    for (const { query, named } of looked)
      yield isFound && named.length > 0
        ? {
            query,
            documents: named,
            detail: `named by the id, as in ${found} of ${relevant.size} queries; ${expected.toPrecision(2)} by chance, p ${pText(p)}`,
          }
        : undefined;
  },
  { notApplicable: `fewer than ${LEAST_QUERIES} queries have a relevant document in the corpus` },
);

/** Runs of letters and of digits, each once. */
const partsOf = (id: string): readonly string[] => [
  ...new Set(id.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []),
];
