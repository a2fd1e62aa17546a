import { type Check, tally } from '../check.js';

export const missingQueries: Check = {
  name: 'missing-queries',
  title: 'Judgements without a query',
  definition: 'Judgements, of any grade, for a query that is not among the queries.',
  severity: 'error',
  unit: 'judgements',
  fix: 'Add the queries, or leave out the judgements: a query without a ranking is scored 0.',
  start: ({ queries, judgements }, most) => ({
    finish: () => {
      const known = new Set(queries.map(({ id }) => id));
      const missing = tally(most);
      let all = 0;
      for (const [query, grades] of judgements) {
        all += grades.size;
        if (known.has(query) || grades.size === 0) continue;
        missing.add({ query, detail: `${grades.size} ${grades.size === 1 ? 'judgement' : 'judgements'}` });
        missing.count(grades.size - 1);
      }
      return missing.of(all);
    },
  }),
};
