import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareMacro, comparePaired, holm, studentTwoSided } from './index.js';

interface Pair {
  readonly a: number[];
  readonly b: number[];
}
interface Golden {
  readonly pairs: readonly (Pair & {
    readonly difference: number;
    readonly t?: number;
    readonly p?: number;
    readonly dz?: number;
    readonly exact?: number;
    readonly interval?: readonly [number, number];
  })[];
  readonly macros: readonly {
    readonly tasks: readonly Pair[];
    readonly difference: number;
    readonly exact: number;
  }[];
  readonly student: readonly (readonly [number, number, number])[];
  readonly holm: readonly { readonly p: number[]; readonly adjusted: number[] }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../../test/golden/scipy-compare/cases.json', import.meta.url), 'utf8'),
) as Golden;

/** How far apart two numbers are, as a share of the second. */
const apart = (found: number, expected: number): number =>
  found === expected ? 0 : Math.abs(found - expected) / Math.abs(expected);

describe("against SciPy's and statsmodels' figures", () => {
  it.each(golden.student)('the two-sided tail of t %d with %d degrees has its digits', (t, degrees, p) => {
    // Far out a change of x's last bit is multiplied by the exponent, in SciPy as here.
    expect(apart(studentTwoSided(t, degrees), p)).toBeLessThan(1e-11);
    expect(Math.abs(studentTwoSided(t, degrees) - p)).toBeLessThan(1e-13);
    expect(studentTwoSided(-t, degrees)).toBe(studentTwoSided(t, degrees));
  });

  it.each(golden.pairs)(
    't-test and effect size of $a.length queries ($#)',
    ({ a, b, difference, t, p, dz }) => {
      const found = comparePaired({ a, b });
      expect(found.difference).toBeCloseTo(difference, 14);
      if (t === undefined) return expect([found.tTest!.t, found.effectSize]).toEqual([0, undefined]);
      expect(apart(found.tTest!.t, t)).toBeLessThan(1e-12);
      expect(apart(found.tTest!.p, p!)).toBeLessThan(1e-11);
      expect(apart(found.effectSize!, dz!)).toBeLessThan(1e-12);
    },
  );

  it.each(golden.pairs.filter(({ exact }) => exact !== undefined))(
    'the randomisation test of $a.length queries looks at every pattern as SciPy does ($#)',
    ({ a, b, exact }) => {
      const found = comparePaired({ a, b }, { randomisation: { draws: 2 ** 18 } });
      expect(found.randomisation.exact).toBe(true);
      expect(found.randomisation.p).toBe(exact);
    },
  );

  it.each(golden.pairs.filter(({ exact }) => exact !== undefined))(
    'drawn patterns come near the exact p of $a.length queries ($#)',
    ({ a, b, exact }) => {
      const { p } = comparePaired({ a, b }, { randomisation: { draws: 10_000 } }).randomisation;
      expect(Math.abs(p - exact!)).toBeLessThan(4 * Math.sqrt((exact! * (1 - exact!)) / 10_000) + 2e-4);
    },
  );

  it.each(golden.macros)('the test of the mean of task means ($#)', ({ tasks, difference, exact }) => {
    const found = compareMacro(tasks, { randomisation: { draws: 2 ** 18 } });
    expect(found.difference).toBeCloseTo(difference, 14);
    expect(found.randomisation).toMatchObject({ exact: true, p: exact });
  });

  it.each(golden.pairs.filter(({ interval }) => interval))(
    'the bootstrap interval of $a.length queries, up to what other draws change ($#)',
    ({ a, b, interval }) => {
      const found = comparePaired({ a, b }).interval;
      const width = interval![1] - interval![0];
      expect(Math.abs(found.low - interval![0])).toBeLessThan(0.03 * width);
      expect(Math.abs(found.high - interval![1])).toBeLessThan(0.03 * width);
    },
  );

  it.each(golden.holm)('Holm of $p.length values ($#)', ({ p, adjusted }) => {
    holm(p).forEach((value, i) => {
      expect(apart(value, adjusted[i]!)).toBeLessThan(1e-15);
    });
  });
});
