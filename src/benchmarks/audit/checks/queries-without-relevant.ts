import { relevantIn } from '../../../core/index.js';
import { queryCheck } from '../check-of-each.js';

export const queriesWithoutRelevant = queryCheck(
  {
    name: 'queries-without-relevant',
    title: 'Queries without relevant documents',
    definition: 'Queries that have judgements, none of them 1 or more. Every system scores 0 on them.',
    severity: 'error',
    fix: 'Find a relevant document for them, or leave them out.',
  },
  ({ id }, { judgements }) => {
    const grades = judgements.get(id);
    return grades?.size && relevantIn(grades).length === 0
      ? { detail: `${grades.size} judged, none relevant` }
      : undefined;
  },
);
