import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap.js';
import { interval } from './interval.js';

const values = [0.1, 0.4, 0.2, 0.9, 0.7, 0.3];
const mean = (rows: Uint32Array): number => rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;

describe('bootstrapInterval', () => {
  it('is the interval of a mean where the statistic is the mean', () => {
    const { low, high, level } = interval(values, { seed: 3 });
    const found = bootstrapInterval([values.length], ([rows]) => mean(rows!), { seed: 3 })!;
    expect(found.level).toBe(level);
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(high, 12);
  });

  it('draws within each group as many rows as it has', () => {
    bootstrapInterval(
      [2, 5],
      (rows) => {
        expect(rows.map(({ length }) => length)).toEqual([2, 5]);
        expect(Math.max(...rows[0]!)).toBeLessThan(2);
        expect(Math.max(...rows[1]!)).toBeLessThan(5);
        return 0;
      },
      { samples: 50 },
    );
  });

  it('leaves out draws for which the statistic is undefined', () => {
    const odd = ([rows]: readonly Uint32Array[]) => (rows![0]! % 2 === 1 ? rows![0] : undefined);
    expect(bootstrapInterval([4], odd)).toEqual({ low: 1, high: 3, level: 0.95 });
    expect(bootstrapInterval([4], () => undefined)).toBeUndefined();
  });
});
