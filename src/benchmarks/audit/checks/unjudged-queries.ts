import { queryCheck } from '../check-of-each.js';

export const unjudgedQueries = queryCheck(
  {
    name: 'unjudged-queries',
    title: 'Queries without judgements',
    definition: 'Queries for which no document is judged. They are searched with, and not scored.',
    severity: 'warning',
    fix: 'Judge documents for them, or leave them out.',
  },
  ({ id }, { judgements }) => (judgements.get(id)?.size ? undefined : { detail: 'no judgements' }),
);
