import { surveyCheck } from '../check-of-each.js';
import { pText, SHORTCUT_LEVEL, twoSided } from '../validity/normal-chance.js';

/** A ranking of so many documents is guessed. */
const GUESSED = 10;
/** Fewer queries may agree by chance. */
const LEAST_QUERIES = 10;
/** The share of queries from which the guess is worth something. */
const WORTH = 0.2;

export const revealingFrequency = surveyCheck(
  {
    name: 'revealing-frequency',
    title: 'Documents of other queries that reveal relevance',
    definition: `Queries of which a relevant document is among the ${GUESSED} that are relevant for most other queries, two or more. Counted only if these are ${100 * WORTH} % of the queries or more, if ${GUESSED} random documents find as many with p below ${SHORTCUT_LEVEL}, and from ${LEAST_QUERIES} queries.`,
    severity: 'warning',
    unit: 'queries',
    fix: 'Look at the documents that are relevant for many queries: a system that always returns them scores without reading the query.',
  },
  function* (_, { relevant, rowOf }) {
    if (relevant.size < LEAST_QUERIES) return;
    const counts = new Map<string, number>();
    for (const documents of relevant.values())
      for (const id of documents) counts.set(id, (counts.get(id) ?? 0) + 1);
    const often = [...counts].filter(([, count]) => count > 2).sort((a, b) => b[1] - a[1]);
    const guess = often.slice(0, GUESSED).map(([id]) => id);
    const guessed = [...relevant].map(([query, documents]) => ({
      query,
      documents: guess.filter((id) => (documents as readonly string[]).includes(id)),
    }));
    const share = guessed.filter(({ documents }) => documents.length > 0).length / relevant.size;
    const judgements = [...relevant.values()].reduce((sum, { length }) => sum + length, 0);
    const byChance = Math.min(1, (GUESSED * judgements) / relevant.size / rowOf.size);
    const p =
      share > byChance && byChance < 1
        ? twoSided((share - byChance) / Math.sqrt((byChance * (1 - byChance)) / relevant.size))
        : 1;
    const isFound = share >= WORTH && p < SHORTCUT_LEVEL;
    for (const { query, documents } of guessed)
      yield isFound && documents.length > 0
        ? {
            query,
            documents,
            detail: `found by a guess, as ${Math.round(100 * share)} % of the queries are; ${(100 * byChance).toPrecision(2)} % by chance, p ${pText(p)}`,
          }
        : undefined;
  },
  { notApplicable: `fewer than ${LEAST_QUERIES} queries have a relevant document in the corpus` },
);
