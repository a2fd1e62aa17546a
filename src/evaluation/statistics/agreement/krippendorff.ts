import { type CoefficientKind, NO_ORDER, NO_PAIRS, noValue, type Outcome } from './coefficient.js';
import { countPositions, type Pattern, type RatingTable, sumOver, type Times } from './table.js';

/** How far two values are apart. */
export type Metric = 'nominal' | 'ordinal' | 'interval';

/**
 * Krippendorff's alpha: 1 - disagreement observed / disagreement expected, over pairs of values of the same item. Items with
 * one rating have no pair and are left out. The ordinal distance of two values is that of their mean ranks, so that it is the
 * interval distance of other numbers.
 */
export const krippendorff = <Name extends string>(name: Name, metric: Metric): CoefficientKind<Name> => ({
  name,
  title: `Krippendorff's alpha, ${metric}`,
  definition: `1 - Do / De over pairs of ratings of an item, gaps allowed; ${metric} distance`,
  prepare: (table) => {
    if (metric === 'ordinal' && !table.scale.ordered) return NO_ORDER;
    if (metric === 'interval' && !table.scale.numeric) return noValue('interval distances need numbers');
    return metric === 'nominal' ? nominal(table) : spread(table, metric);
  },
});

const ONE_VALUE = noValue('all ratings of items with two or more have the same value');

/** Only items with a pair count. */
const paired = (patterns: readonly Pattern[]): readonly Pattern[] =>
  patterns.map((pattern) =>
    pattern.raters > 1 ? pattern : { ...pattern, positions: [], counts: [], raters: 0 },
  );

const alpha = (ratings: number, observed: number, expected: number): Outcome => {
  if (ratings === 0) return NO_PAIRS;
  if (!Number.isFinite((ratings - 1) * observed + expected))
    return noValue('the numbers are too large to be squared');
  return expected > 0 ? 1 - ((ratings - 1) * observed) / expected : ONE_VALUE;
};

const nominal = ({ patterns, scale }: RatingTable) => {
  const counted = paired(patterns);
  const totals = new Float64Array(scale.values.length);
  const differing = counted.map(({ counts, raters }) =>
    raters === 0 ? 0 : (raters ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)) / (raters - 1),
  );
  return (times: Times): Outcome => {
    const ratings = countPositions(totals, counted, times);
    const same = totals.reduce((sum, count) => sum + count ** 2, 0);
    return alpha(ratings, sumOver(differing, times), ratings ** 2 - same);
  };
};

/** The squared distances of numbers, by their distances from the mean: no table of all pairs. */
const spread = ({ patterns, scale }: RatingTable, metric: 'ordinal' | 'interval') => {
  const counted = paired(patterns);
  const totals = new Float64Array(scale.values.length);
  const places = Float64Array.from(scale.values, (value) => (metric === 'interval' ? Number(value) : 0));
  return (times: Times): Outcome => {
    const ratings = countPositions(totals, counted, times);
    if (metric === 'ordinal') meanRanks(places, totals);
    let observed = 0;
    counted.forEach(({ positions, counts, raters }, i) => {
      if (raters > 0 && times[i] !== 0 && positions.length > 1)
        observed += (times[i]! * raters * squares(places, positions, counts, raters)) / (raters - 1);
    });
    const all = Array.from(totals.keys()).filter((position) => totals[position]! > 0);
    const counts = all.map((position) => totals[position]!);
    return alpha(ratings, observed, all.length < 2 ? 0 : ratings * squares(places, all, counts, ratings));
  };
};

/** The sum of squared distances from the mean. */
const squares = (
  places: Float64Array,
  positions: readonly number[],
  counts: readonly number[],
  ratings: number,
): number => {
  let mean = 0;
  for (let k = 0; k < positions.length; k++) mean += (places[positions[k]!]! * counts[k]!) / ratings;
  let sum = 0;
  for (let k = 0; k < positions.length; k++) sum += counts[k]! * (places[positions[k]!]! - mean) ** 2;
  return sum;
};

const meanRanks = (places: Float64Array, totals: Float64Array): void => {
  let before = 0;
  for (let position = 0; position < totals.length; position++) {
    places[position] = before + totals[position]! / 2;
    before += totals[position]!;
  }
};
