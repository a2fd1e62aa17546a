import { type Rating, type RatingValue, ratingsByItem, scaleOf } from './rating.js';

/** How often two raters gave each pair of values. */
export interface ConfusionTable {
  /** Rows are the first rater's values, columns the second's. */
  readonly raters: readonly [string, string];
  readonly categories: readonly RatingValue[];
  readonly counts: readonly (readonly number[])[];
  /** Items that both rated. */
  readonly items: number;
}

/** The values of two raters on the items that both rated. */
export const confusionTable = (
  ratings: readonly Rating[],
  raters: readonly [string, string],
  categories?: readonly RatingValue[],
): ConfusionTable => {
  const { values } = scaleOf(ratings, categories);
  const positions = new Map(values.map((value, position) => [value, position]));
  const counts = values.map(() => values.map(() => 0));
  let items = 0;
  for (const given of ratingsByItem(ratings).values()) {
    const [row, column] = raters.map((rater) =>
      given.has(rater) ? positions.get(given.get(rater)!) : undefined,
    );
    if (row === undefined || column === undefined) continue;
    counts[row]![column]! += 1;
    items += 1;
  }
  return { raters, categories: values, counts, items };
};
