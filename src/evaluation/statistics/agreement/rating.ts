import { InputError } from '../../../core/index.js';

/** A rater's word on an item: a label, or a number of an ordered scale. */
export type RatingValue = string | number;

/** One rater's value of one item. A rater rates an item at most once; an item that a rater did not rate has no such entry. */
export interface Rating {
  readonly item: string;
  readonly rater: string;
  readonly value: RatingValue;
}

/** The values that can be given, and what is known about them. */
export interface Scale {
  /** Numbers in ascending order, labels in the order given; labels that no order was given for, in that of their characters. */
  readonly values: readonly RatingValue[];
  readonly ordered: boolean;
  readonly numeric: boolean;
}

/**
 * The ratings by item and rater, if each rater rated an item at most once and all values are of one kind.
 * Items and raters are in the order of their characters, so that the order of the ratings changes nothing.
 */
export const ratingsByItem = (
  ratings: readonly Rating[],
): ReadonlyMap<string, ReadonlyMap<string, RatingValue>> => {
  const items = new Map<string, Map<string, RatingValue>>();
  for (const { item, rater, value } of ratings) {
    const raters = items.get(item) ?? new Map<string, RatingValue>();
    if (raters.has(rater))
      throw new InputError({
        found: `two ratings of item "${item}" by rater "${rater}"`,
        expected: 'at most one rating per item and rater',
        fix: 'keep the last rating of each rater, or name the rounds as raters of their own',
      });
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new InputError({
        found: `the value ${value} of item "${item}" by rater "${rater}"`,
        expected: 'a finite number or a text; leave out what was not rated',
        fix: 'leave out what was not rated',
      });
    items.set(item, raters.set(rater, value));
  }
  return new Map([...items].sort(byKey));
};

export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** The scale of these ratings: the values that occur, or those that are given. */
export const scaleOf = (ratings: readonly Rating[], given?: readonly RatingValue[]): Scale => {
  const found = [...new Set(ratings.map(({ value }) => value))];
  const all = given ?? found;
  const known = new Set(all);
  const strange = found.find((value) => !known.has(value));
  if (strange !== undefined)
    throw new InputError({
      found: `the value "${strange}"`,
      expected: `one of the categories: ${all.join(', ')}`,
      fix: 'add it to the categories, or correct the rating',
    });
  const numeric = all.every((value) => typeof value === 'number');
  if (!numeric && all.some((value) => typeof value === 'number'))
    throw new InputError({
      found: 'numbers and texts as values',
      expected: 'numbers alone or texts alone',
      fix: 'write all values in one way',
    });
  if (known.size !== all.length || all.some((value) => Number.isNaN(value)))
    throw new InputError({
      found: `the categories ${all.join(', ')}`,
      expected: 'each value once',
      fix: 'name each category once',
    });
  const values = numeric
    ? [...all].sort((a, b) => Number(a) - Number(b))
    : given
      ? all
      : [...all].sort((a, b) => (a < b ? -1 : 1));
  return { values, ordered: numeric || given !== undefined, numeric };
};
