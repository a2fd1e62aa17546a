import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendall, spearman } from './correlation.js';

interface Ranked {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly kendall: number;
  readonly spearman?: number;
}
const { ranked } = JSON.parse(
  readFileSync(new URL('../../../test/golden/scipy-correlation/cases.json', import.meta.url), 'utf8'),
) as { readonly ranked: readonly Ranked[] };

describe("against SciPy's figures", () => {
  it.each(ranked)("Kendall's tau-b of $x.length systems", ({ x, y, kendall: expected }) => {
    expect(kendall(x, y)).toBeCloseTo(expected, 14);
  });

  it.each(ranked.filter((row) => row.spearman !== undefined))(
    "Spearman's rho of $x.length systems",
    ({ x, y, spearman: expected }) => {
      expect(spearman(x, y)!.r).toBeCloseTo(expected!, 14);
    },
  );
});

describe("Kendall's tau-b", () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
    minLength: 2,
    maxLength: 12,
  });

  it('is exactly 1 for the same order, ties included, and exactly −1 for the reverse', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 30 }), (values) => {
        fc.pre(new Set(values).size > 1);
        const other = values.map((value) => value ** 3 + 1);
        expect(kendall(values, other)).toBe(1);
        expect(
          kendall(
            values,
            other.map((value) => -value),
          ),
        ).toBe(-1);
      }),
    );
  });

  it('is the same with the sides swapped, and lies between −1 and 1', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const [x, y] = [rows.map(([value]) => value), rows.map(([, value]) => value)];
        const tau = kendall(x, y);
        expect(kendall(y, x)).toBe(tau);
        if (tau !== undefined) expect(Math.abs(tau)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is absent where one side does not vary, and for fewer than two values', () => {
    expect(kendall([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(kendall([1], [1])).toBeUndefined();
    expect(kendall([], [])).toBeUndefined();
  });

  it('needs as many values on both sides', () => {
    expect(() => kendall([1, 2], [1])).toThrow('2 values for 1');
  });
});
