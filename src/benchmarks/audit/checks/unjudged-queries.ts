import { type Check, tally } from '../check.js';

/** Queries nobody judged a document for. */
export const unjudgedQueries: Check = {
  name: 'unjudged-queries',
  title: 'Queries without judgements',
  definition: 'Queries for which no document is judged. They are searched with, and not scored.',
  severity: 'warning',
  unit: 'queries',
  fix: 'Judge documents for them, or leave them out.',
  start: ({ queries, judgements }) => ({
    finish: () => {
      const unjudged = tally();
      for (const { id } of queries)
        if (!judgements.get(id)?.size) unjudged.add({ query: id, detail: 'no judgements' });
      return unjudged.of(queries.length);
    },
  }),
};
