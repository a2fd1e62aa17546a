import { type Check, tally } from '../check.js';

/** Judged queries without a relevant document. */
export const queriesWithoutRelevant: Check = {
  name: 'queries-without-relevant',
  title: 'Queries without relevant documents',
  definition: 'Queries that have judgements, none of them 1 or more. Every system scores 0 on them.',
  severity: 'error',
  unit: 'queries',
  fix: 'Find a relevant document for them, or leave them out.',
  start: ({ queries, judgements }) => ({
    finish: () => {
      const without = tally();
      for (const { id } of queries) {
        const grades = judgements.get(id);
        if (grades?.size && ![...grades.values()].some((grade) => grade >= 1))
          without.add({ query: id, detail: `${grades.size} judged, none relevant` });
      }
      return without.of(queries.length);
    },
  }),
};
