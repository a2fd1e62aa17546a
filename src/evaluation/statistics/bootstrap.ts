import { random } from '../../core/index.js';
import { between, checked, draw, type Interval, type IntervalOptions } from './interval.js';

/**
 * Percentile bootstrap of any statistic. Rows are drawn with replacement within each group, as many as it has; `statistic`
 * gets the drawn rows of every group, in arrays that are used again. Draws for which it is undefined do not count; the
 * interval is undefined if none does.
 */
export const bootstrapInterval = (
  groupSizes: readonly number[],
  statistic: (rows: readonly Uint32Array[]) => number | undefined,
  options: IntervalOptions = {},
): Interval | undefined => {
  const rows = groupSizes.map((size) => new Uint32Array(size));
  const { level, samples, seed } = checked(options, rows);
  const next = random(seed);
  const values = new Float64Array(samples);
  let defined = 0;
  for (let sample = 0; sample < samples; sample++) {
    for (const drawn of rows) draw(drawn, next);
    const value = statistic(rows);
    if (value !== undefined) values[defined++] = value;
  }
  return defined > 0 ? between(values.subarray(0, defined), level) : undefined;
};
