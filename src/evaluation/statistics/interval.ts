import { InputError, random } from '../../core/index.js';
import { type Evaluation, type Measure, valuesOf } from '../measures/index.js';

/** Where a mean would lie, had other queries of the same kind been asked. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/** Settings of a bootstrap interval. */
export interface IntervalOptions {
  /** 0.95 as is usual. */
  readonly level?: number;
  /** 10,000: the ends of a 95 % interval of 100 queries then move by about 0.001 between seeds. */
  readonly samples?: number;
  /** Any number serves; a fixed one makes the same values give the same interval. */
  readonly seed?: number;
}

const DEFAULTS: Required<IntervalOptions> = { level: 0.95, samples: 10_000, seed: 1 };

/** Percentile bootstrap of a mean (Efron 1979): queries are drawn with replacement. */
export const interval = (values: ArrayLike<number>, options?: IntervalOptions): Interval =>
  intervals([{ parts: Float64Array.from(values) }], options)[0]!;

/** The interval of every measure, by name. All are computed from the same draws, which is many times faster. */
export const intervalsOf = (
  evaluation: Evaluation,
  measures: readonly Measure[],
  options?: IntervalOptions,
): Readonly<Record<string, Interval>> => {
  const columns = measures.map((measure): Column => {
    const pools = evaluation.pools.get(measure.name);
    if (!pools) {
      const values = valuesOf(evaluation, measure);
      return { parts: measure.over ? values.map(measure.over.of) : values };
    }
    return {
      parts: Float64Array.from(pools, ({ part }) => part),
      wholes: Float64Array.from(pools, ({ whole }) => whole),
    };
  });
  const found = columns.length > 0 ? intervals(columns, options) : [];
  const whole = ({ over }: Measure, mean: number): number => over?.all(mean, evaluation.queries.size) ?? mean;
  return Object.fromEntries(
    measures.map((measure, i) => {
      const { low, high, level } = found[i]!;
      return [measure.name, { low: whole(measure, low), high: whole(measure, high), level }];
    }),
  );
};

/** Values of the same queries; with `wholes` the statistic is the quotient of the two sums, not the mean. */
interface Column {
  readonly parts: Float64Array;
  readonly wholes?: Float64Array;
}

const intervals = (columns: readonly Column[], options: IntervalOptions = {}): readonly Interval[] => {
  const { level, samples, seed } = checked(
    options,
    columns.map(({ parts }) => parts),
  );
  const rows = new Uint32Array(columns[0]!.parts.length);
  const next = random(seed);
  const means = columns.map(() => new Float64Array(samples));
  for (let sample = 0; sample < samples; sample++) {
    draw(rows, next);
    for (let i = 0; i < columns.length; i++) means[i]![sample] = drawnMean(columns[i]!, rows);
  }
  return means.map((column) => between(column, level));
};

/** Fills `rows` with as many numbers below its length, drawn with replacement. */
export const draw = (rows: Uint32Array, next: () => number): Uint32Array => {
  for (let i = 0; i < rows.length; i++) rows[i] = next() * rows.length;
  return rows;
};

const drawnMean = ({ parts, wholes }: Column, rows: Uint32Array): number => {
  const whole = wholes ? drawnSum(wholes, rows) : rows.length;
  return whole > 0 ? drawnSum(parts, rows) / whole : 0;
};

const drawnSum = (values: Float64Array, rows: Uint32Array): number => {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += values[rows[i]!]!;
  return sum;
};

/** The interval that the middle of these values fills; sorts them. */
export const between = (means: Float64Array, level: number): Interval => {
  means.sort();
  const tail = (1 - level) / 2;
  return { low: quantile(means, tail), high: quantile(means, 1 - tail), level };
};

/** Linear between the two nearest order statistics (Hyndman and Fan's type 7, numpy's default). */
export const quantile = (sorted: Float64Array, share: number): number => {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
};

/** The options with their defaults, if an interval can be made with them from these columns. */
export const checked = (
  given: IntervalOptions,
  columns: readonly ArrayLike<number>[],
): Required<IntervalOptions> => {
  const options = { ...DEFAULTS, ...given };
  if (!(options.level > 0 && options.level < 1))
    throw new InputError({
      found: `level ${options.level}`,
      expected: 'a number between 0 and 1, for example 0.95',
      fix: 'write level: 0.95',
    });
  if (!Number.isSafeInteger(options.samples) || options.samples < 1)
    throw new InputError({
      found: `${options.samples} samples`,
      expected: 'a whole number from 1',
      fix: 'write samples: 10000',
    });
  if (columns.length === 0 || columns.some((values) => values.length === 0))
    throw new InputError({
      found: 'no values to draw from',
      expected: 'at least one query in every task',
      fix: 'leave out tasks without queries',
    });
  return options;
};
