import { type Check, tally } from '../check.js';
import { ENOUGH_QUERIES } from '../validity/verdict.js';

/** Right judgements are hardly ever in doubt here: neighbours rarely fit better, so few tasks come near the level. */
const LEVEL = 0.005;

export const shiftedJudgements: Check = {
  name: 'shifted-judgements',
  title: 'Judgements that fit the next document better',
  definition: `Queries that a document next to a relevant one in the corpus fits better than the relevant one itself, counted only if documents one place before, or one place after, fit better over all queries (randomisation test, p below ${LEVEL}, shared among the tests; ${ENOUGH_QUERIES} queries or more).`,
  severity: 'error',
  unit: 'queries',
  fix: 'Compare ids and rows with the source: ids that count from 0 and from 1 were probably mixed.',
  start: (_, most) => ({
    finish: ({ evidence }) => {
      const shifts = evidence.flatMap((test) =>
        test.shifts.filter(({ gains }) => gains.size >= ENOUGH_QUERIES),
      );
      if (shifts.length === 0) return { notApplicable: `fewer than ${ENOUGH_QUERIES} queries` };
      const found = tally(most);
      const [worst] = shifts.toSorted((a, b) => a.p - b.p);
      if (worst!.p < LEVEL / shifts.length)
        for (const [query, gain] of worst!.gains)
          if (gain > 0)
            found.add({
              query,
              detail: `the document ${worst!.places < 0 ? 'before' : 'after'} a relevant one fits better`,
            });
      return found.of(worst!.gains.size);
    },
  }),
};
