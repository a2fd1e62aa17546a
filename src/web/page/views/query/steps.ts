import type { QueryScores } from '../../../page-data/index.js';

/** Which queries are stepped to, as the address says it. */
export const FAILING = {
  zero: 'score 0',
  quarter: 'score below 25.00',
  half: 'score below 50.00',
  worse: 'worse than beside',
  all: 'any score',
} as const;
export type Failing = keyof typeof FAILING;

export const failingOf = (text: string | null): Failing =>
  text !== null && Object.hasOwn(FAILING, text) ? (text as Failing) : 'half';

/** Where a reader is among the queries that count as failing, in the order of the task. */
export interface Steps {
  readonly total: number;
  readonly failing: number;
  /** From 1; undefined where the query that is shown is none of them. */
  readonly place?: number;
  /** Keys; the last is followed by the first. Undefined where there is no other. */
  readonly previous?: string;
  readonly next?: string;
}

const LIMITS = { quarter: 0.25, half: 0.5, all: Infinity };

/** The steps from a query of a system to those it fails on. `other` are the scores of the other system. */
export const stepsFrom = (
  query: string,
  { queries }: QueryScores,
  measure: string,
  failing: Failing,
  other?: QueryScores,
): Steps => {
  const others = new Map(other?.queries.map((each) => [each.query, each.scores[measure] ?? 0]));
  const fails = queries.map(({ query: key, scores }) => {
    const score = scores[measure] ?? 0;
    if (failing === 'worse') return score < (others.get(key) ?? 0);
    return failing === 'zero' ? score === 0 : score < LIMITS[failing];
  });
  const at = queries.findIndex((each) => each.query === query);
  const found = queries.flatMap(({ query: key }, i) => (fails[i] ? [{ key, i }] : []));
  const previous = found.findLast(({ i }) => i < at) ?? found.at(-1);
  const next = found.find(({ i }) => i > at) ?? found[0];
  const place = found.findIndex(({ key }) => key === query) + 1;
  return {
    total: queries.length,
    failing: found.length,
    ...(place > 0 && { place }),
    ...(previous && previous.key !== query && { previous: previous.key }),
    ...(next && next.key !== query && { next: next.key }),
  };
};
