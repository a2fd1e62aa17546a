import type { QueryId } from '../../../core/index.js';
import { meanOf, spearman } from '../../../evaluation/statistics/index.js';
import { type Check, tally } from '../check.js';
import { pText, SHORTCUT_LEVEL, twoSided } from '../validity/normal-chance.js';
import { placesById } from '../validity/places-by-id.js';

const LEAST_QUERIES = 20;
/** A weaker relation helps no ranking. */
const LEAST_CORRELATION = 0.5;
/** The part of all documents, nearest to where the order of the queries points, that is looked through. */
const NEAREST = 0.05;

export const revealingQueryOrder: Check = {
  name: 'revealing-query-order',
  title: 'Relevant documents in the order of the queries',
  definition: `Queries with a relevant document among the ${100 * NEAREST} % of all documents to whose place their own place among the queries points. Counted only if the places of queries and of their relevant documents, by the order of the files or by ids, have a rank correlation of ${LEAST_CORRELATION} or more, either way, that chance gives with p below ${SHORTCUT_LEVEL}, and from ${LEAST_QUERIES} queries.`,
  severity: 'warning',
  unit: 'queries',
  fix: 'Sort the corpus, and number its documents, by something that does not depend on the queries, such as a hash of the text (build assemble --order hash).',
  start: ({ queries }, most) => ({
    finish: ({ ids, rowOf, relevant }) => {
      const asked = queries.filter(({ id }) => relevant.has(id));
      if (asked.length < LEAST_QUERIES)
        return { notApplicable: `fewer than ${LEAST_QUERIES} queries with relevant documents` };
      const rows = asked.map(({ id }) => relevant.get(id)!.map((document) => rowOf.get(document)!));
      const names: readonly QueryId[] = asked.map(({ id }) => id);
      const [byFile, byId] = [
        { what: 'the order of the files', own: asked.map((_, i) => i), places: ids.map((_, row) => row) },
        { what: 'the order of ids', own: [...placesById(names)], places: placesById(ids) },
      ].map((order) => ({
        ...order,
        correlation:
          spearman(
            order.own,
            rows.map((own) => meanOf(own.map((row) => order.places[row]!))),
          )?.r ?? 0,
      }));
      const found = tally(most);
      const { what, own, places, correlation } =
        Math.abs(byId!.correlation) > Math.abs(byFile!.correlation) ? byId! : byFile!;
      const p = twoSided(correlation * Math.sqrt(asked.length - 1));
      if (Math.abs(correlation) < LEAST_CORRELATION || p >= SHORTCUT_LEVEL) return found.of(asked.length);
      const detail = `found by ${what}: correlation ${correlation.toFixed(2)}, p ${pText(p)}`;
      for (const [i, query] of names.entries()) {
        const share = (own[i]! + 0.5) / asked.length;
        const pointed = (correlation > 0 ? share : 1 - share) * ids.length;
        const near = rows[i]!.find(
          (row) => Math.abs(places[row]! + 0.5 - pointed) <= (NEAREST / 2) * ids.length,
        );
        if (near !== undefined) found.add({ query, documents: [ids[near]!], detail });
      }
      return found.of(asked.length);
    },
  }),
};
