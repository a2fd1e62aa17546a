import { random } from '../../../core/index.js';
import { between, checked, draw, type Interval, type IntervalOptions } from '../interval.js';
import { isValue, type Outcome } from './coefficient.js';
import { type CoefficientName, coefficientKinds } from './coefficients.js';
import { pairsOf } from './percent.js';
import type { Rating, RatingValue } from './rating.js';
import { type RatingTable, sumOver, type Times, tableOf, timesOf } from './table.js';

/** Settings of an agreement report. The interval's settings are those of every bootstrap. */
export interface AgreementOptions extends IntervalOptions {
  /**
   * The values that were possible, in their order. By default those that occur: numbers ascending, labels without an order.
   * AC1, AC2 and weights depend on values that could have been given and were not.
   */
  readonly categories?: readonly RatingValue[];
}

/** One coefficient: its value with interval, or the reason why it has none. */
export interface AgreementFigure {
  readonly value?: number;
  /** Percentile bootstrap over items. Absent for fewer than two items. */
  readonly interval?: Interval;
  /** Draws in which the coefficient is undefined; the interval is of the others. Absent if there are none. */
  readonly undefinedDraws?: number;
  /** Why there is no value. */
  readonly reason?: string;
}

/** How far raters agree, by every coefficient. Plain data: it can be written as JSON. */
export interface AgreementReport {
  readonly items: number;
  /** Items with at least two ratings: only they say something about agreement. */
  readonly comparedItems: number;
  readonly raters: readonly string[];
  readonly ratings: number;
  /** Pairs of ratings of the same item. */
  readonly pairs: number;
  readonly categories: readonly RatingValue[];
  readonly coefficients: Readonly<Record<CoefficientName, AgreementFigure>>;
  readonly samples: number;
  readonly seed: number;
}

/** How far raters agree. All coefficients see the same draws of items. */
export const agreement = (ratings: readonly Rating[], options: AgreementOptions = {}): AgreementReport => {
  const { categories, ...given } = options;
  // One value stands for the items here: ratings may be none, which is a report without values.
  const { level, samples, seed } = checked(given, [[0]]);
  const table = tableOf(ratings, categories);
  const times = timesOf(table);
  return {
    items: table.items.length,
    comparedItems: sumOver(
      table.patterns.map(({ raters }) => (raters > 1 ? 1 : 0)),
      times,
    ),
    raters: table.raters,
    ratings: ratings.length,
    pairs: sumOver(table.patterns.map(pairsOf), times),
    categories: table.scale.values,
    coefficients: figuresOf(table, times, { level, samples, seed }),
    samples,
    seed,
  };
};

const figuresOf = (
  table: RatingTable,
  times: Times,
  options: Required<IntervalOptions>,
): AgreementReport['coefficients'] => {
  const measured = coefficientKinds.map((kind) => {
    const prepared = kind.prepare(table);
    const outcome = typeof prepared === 'function' ? prepared(times) : prepared;
    return { name: kind.name, outcome, of: prepared };
  });
  const defined = measured.flatMap(({ name, outcome, of }) =>
    isValue(outcome) && typeof of === 'function' ? [{ name, of }] : [],
  );
  const drawn = table.items.length > 1 ? draws(table, defined, options) : new Map();
  return Object.fromEntries(
    measured.map(({ name, outcome }) => [
      name,
      isValue(outcome)
        ? { value: outcome, ...intervalOf(drawn.get(name), options) }
        : { reason: outcome.reason },
    ]),
  ) as AgreementReport['coefficients'];
};

interface Measured {
  readonly name: CoefficientName;
  readonly of: (times: Times) => Outcome;
}

const draws = (
  { items, patterns }: RatingTable,
  coefficients: readonly Measured[],
  { samples, seed }: Required<IntervalOptions>,
): ReadonlyMap<CoefficientName, readonly number[]> => {
  const found = new Map(coefficients.map(({ name }) => [name, [] as number[]]));
  const next = random(seed);
  const rows = new Uint32Array(items.length);
  const times = new Float64Array(patterns.length);
  for (let sample = 0; sample < samples; sample++) {
    draw(rows, next);
    times.fill(0);
    for (let i = 0; i < rows.length; i++) times[items[rows[i]!]!]! += 1;
    for (const { name, of } of coefficients) {
      const outcome = of(times);
      if (isValue(outcome)) found.get(name)!.push(outcome);
    }
  }
  return found;
};

const intervalOf = (
  values: readonly number[] | undefined,
  { level, samples }: Required<IntervalOptions>,
): Pick<AgreementFigure, 'interval' | 'undefinedDraws'> => {
  if (!values) return {};
  const undefinedDraws = samples - values.length;
  return {
    ...(values.length > 0 && { interval: between(Float64Array.from(values), level) }),
    ...(undefinedDraws > 0 && { undefinedDraws }),
  };
};
