import type { EvidenceTest } from './evidence.js';

/** Judgements count as better than chance if shuffled ones fit as well in fewer than one of a thousand tasks. */
export const LEVEL = 0.001;
/** With fewer queries, a weak fit cannot be told from chance. */
export const ENOUGH_QUERIES = 30;
/** With fewer still, not even a good one. */
const LEAST_QUERIES = 10;

/** What is said of several tests of one question: it holds by one of them, by none, or nobody can tell. */
export type ChanceVerdict = 'better' | 'chance' | 'too few queries';

/** Each test has its share of the level, so that many ways of comparing do not find by luck what one does not. */
export const verdictOf = (tests: readonly EvidenceTest[]): ChanceVerdict => {
  const queries = Math.max(...tests.map((test) => test.queries.length));
  if (queries < LEAST_QUERIES) return 'too few queries';
  if (tests.some(({ shuffled }) => shuffled < LEVEL / tests.length)) return 'better';
  return queries < ENOUGH_QUERIES ? 'too few queries' : 'chance';
};

/**
 * "p = 0.31 by words (0.02 against documents of the same length)". Only shuffled judgements decide: documents of the same length are beaten by judgements
 * of another query too, if all are about the subject, and they beat right ones where words mislead on purpose.
 */
export const chanceText = (tests: readonly EvidenceTest[]): string =>
  tests
    .map(
      (test) =>
        `p = ${pText(test.shuffled)} by ${test.by} (${pText(test.sameLength)} against documents of the same length)`,
    )
    .join('; ');

const pText = (p: number): string => (p < 0.001 ? p.toExponential(0) : p.toPrecision(2));
