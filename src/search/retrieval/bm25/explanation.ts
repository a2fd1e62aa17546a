import type { Contribution, Weighting } from './weighting.js';

/** A number, what it is, and the numbers it was made of. */
export interface Explanation {
  readonly value: number;
  readonly because: string;
  readonly parts?: readonly Explanation[];
}

/** A score as the sum of what each term adds: the parts add up to the score's very bits. */
export const explainScore = (
  weighting: Weighting,
  contributions: readonly Contribution[],
  wordOf: (term: number) => string,
): Explanation => ({
  value: weighting.sum(contributions.map(({ value }) => value)),
  because: contributions.length === 0 ? 'shares no term with the query' : 'the sum of what its terms add',
  parts: contributions.map(({ term, value, from }) => ({
    value,
    because: `term "${wordOf(term)}"`,
    parts: Object.entries(from).map(([because, number]) => ({ value: number, because })),
  })),
});
