import { type Rating, type RatingValue, ratingsByItem, type Scale, scaleOf } from './rating.js';

/** How the raters of an item spread over the scale. Items that were rated alike share one pattern. */
export interface Pattern {
  /** Positions on the scale that were given, ascending, and by how many raters each. */
  readonly positions: readonly number[];
  readonly counts: readonly number[];
  /** How many raters rated the item. */
  readonly raters: number;
  /** Where there are two raters in all, and both rated the item: the position each gave. */
  readonly pair?: readonly [number, number];
}

/** Ratings as coefficients read them. */
export interface RatingTable {
  readonly scale: Scale;
  readonly raters: readonly string[];
  readonly patterns: readonly Pattern[];
  /** The pattern of each item, ascending: neither names nor the order of the input play a part. */
  readonly items: Uint32Array;
}

/** How often each pattern counts: as often as items have it, or as it was drawn. */
export type Times = Float64Array;

export const tableOf = (ratings: readonly Rating[], categories?: readonly RatingValue[]): RatingTable => {
  const items = ratingsByItem(ratings);
  const scale = scaleOf(ratings, categories);
  const positions = new Map(scale.values.map((value, position) => [value, position]));
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  const keys = [...items.values()].map((values) =>
    JSON.stringify(
      raters.length === 2
        ? raters.map((rater) => (values.has(rater) ? positions.get(values.get(rater)!)! : null))
        : [...values.values()].map((value) => positions.get(value)!).sort((a, b) => a - b),
    ),
  );
  const different = [...new Set(keys)].sort();
  const numbers = new Map(different.map((key, number) => [key, number]));
  return {
    scale,
    raters,
    patterns: different.map((key) => patternOf(JSON.parse(key) as (number | null)[], raters.length === 2)),
    items: Uint32Array.from(keys, (key) => numbers.get(key)!).sort(),
  };
};

const patternOf = (given: readonly (number | null)[], two: boolean): Pattern => {
  const rated = given.filter((position) => position !== null);
  const positions = [...new Set(rated)].sort((a, b) => a - b);
  return {
    positions,
    counts: positions.map((position) => rated.filter((other) => other === position).length),
    raters: rated.length,
    ...(two && rated.length === 2 && { pair: [rated[0]!, rated[1]!] as const }),
  };
};

/** How many items have each pattern. */
export const timesOf = ({ patterns, items }: RatingTable): Times => {
  const times = new Float64Array(patterns.length);
  for (const pattern of items) times[pattern]! += 1;
  return times;
};

/** The sum over all items of what a pattern gives. */
export const sumOver = (values: ArrayLike<number>, times: Times): number => {
  let sum = 0;
  for (let i = 0; i < times.length; i++) if (times[i] !== 0) sum += times[i]! * values[i]!;
  return sum;
};

/** How often each position of the scale was given, written into `totals`; the number of all ratings. */
export const countPositions = (totals: Float64Array, patterns: readonly Pattern[], times: Times): number => {
  totals.fill(0);
  let ratings = 0;
  patterns.forEach(({ positions, counts, raters }, i) => {
    ratings += times[i]! * raters;
    for (let k = 0; k < positions.length; k++) totals[positions[k]!]! += times[i]! * counts[k]!;
  });
  return ratings;
};
