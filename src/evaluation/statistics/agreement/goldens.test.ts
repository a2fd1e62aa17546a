import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agreement } from './agreement.js';
import type { CoefficientName } from './coefficients.js';
import type { Rating, RatingValue } from './rating.js';

interface Case {
  readonly name: string;
  readonly scale: readonly RatingValue[];
  readonly rows: readonly (readonly (RatingValue | null)[])[];
  readonly exact: Readonly<Record<string, number | null>>;
  readonly rounded: Readonly<Record<string, number | null>>;
}

const cases = JSON.parse(
  readFileSync(new URL('../../../../test/golden/agreement/cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

const ratingsOf = ({ rows }: Case): readonly Rating[] =>
  rows.flatMap((row, item) =>
    row.flatMap((value, rater) =>
      value === null ? [] : [{ item: `item ${item}`, rater: `rater ${rater}`, value }],
    ),
  );

const figures = (one: Case) =>
  agreement(ratingsOf(one), { categories: one.scale, samples: 1 }).coefficients as Readonly<
    Record<string, { readonly value?: number; readonly reason?: string }>
  >;

const called = (name: string): CoefficientName => (name === 'nltkAlpha' ? 'alphaNominal' : (name as never));

describe('coefficients', () => {
  it.each(cases)('are those of scikit-learn, statsmodels, krippendorff and NLTK: $name', (one) => {
    const found = figures(one);
    expect(Object.keys(one.exact).length).toBeGreaterThan(1);
    for (const [name, value] of Object.entries(one.exact)) {
      const { value: ours, reason } = found[called(name)]!;
      if (value === null) expect({ name, ours, reason }).toEqual({ name, reason: expect.any(String) });
      else expect(Math.abs(ours! - value), name).toBeLessThan(1e-12);
    }
  });

  it.each(cases)('are those of irrCAC to its five decimals: $name', (one) => {
    const found = figures(one);
    for (const [name, value] of Object.entries(one.rounded))
      if (value !== null) expect(Math.abs(found[name]!.value! - value), name).toBeLessThan(5.001e-6);
  });

  it('have the values that were published for check A: yes so common that kappa is low', () => {
    const { percent, cohen, fleiss, alphaNominal, ac1 } = figures(cases[0]!);
    expect([percent, cohen, fleiss, alphaNominal, ac1].map((figure) => figure!.value!.toFixed(4))).toEqual([
      '0.9000',
      '0.4444',
      '0.4444',
      '0.4583',
      '0.8780',
    ]);
  });

  it('have the values that were published for check B: three raters', () => {
    const { fleiss, alphaNominal, alphaOrdinal, ac1, cohen } = figures(cases[1]!);
    expect([fleiss, alphaNominal, alphaOrdinal, ac1].map((figure) => figure!.value!.toFixed(4))).toEqual([
      '0.5960',
      '0.6094',
      '0.8242',
      '0.6020',
    ]);
    expect(cohen!.reason).toBe('it is defined for two raters; there are 3');
  });
});
