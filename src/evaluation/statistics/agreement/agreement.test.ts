import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgreementReport, agreement } from './agreement.js';
import { coefficientKinds } from './coefficients.js';
import type { Rating } from './rating.js';

/** One string per item, one character per rater; a point is a gap. */
const rated = (...rows: readonly string[]): readonly Rating[] =>
  rows.flatMap((row, item) =>
    [...row].flatMap((value, rater) =>
      value === '.' ? [] : [{ item: `i${item}`, rater: `r${rater}`, value: Number(value) }],
    ),
  );

const valuesOf = ({ coefficients }: AgreementReport) =>
  Object.fromEntries(Object.entries(coefficients).map(([name, { value }]) => [name, value]));

const QUICK = { samples: 50 };

describe('a report', () => {
  it('counts items, raters and pairs, and holds only plain data', () => {
    const report = agreement(rated('111', '01.', '2..', '110'), QUICK);
    expect(report).toMatchObject({ items: 4, comparedItems: 3, ratings: 9, pairs: 7, seed: 1, samples: 50 });
    expect(report.raters).toEqual(['r0', 'r1', 'r2']);
    expect(report.categories).toEqual([0, 1, 2]);
    expect(Object.keys(report.coefficients)).toEqual(coefficientKinds.map(({ name }) => name));
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('has an interval from the same draws for the same seed, and another for another seed', () => {
    const ratings = rated('11', '10', '00', '01', '11', '00', '11');
    const { interval } = agreement(ratings, QUICK).coefficients.cohen;
    expect(agreement(ratings, QUICK).coefficients.cohen.interval).toEqual(interval);
    expect(agreement(ratings, { ...QUICK, seed: 2 }).coefficients.cohen.interval).not.toEqual(interval);
    expect(interval).toMatchObject({ level: 0.95 });
  });

  it('has the percentile interval of the mean, where the coefficient is a mean over items', () => {
    // 400 items, 300 agreed: the standard error of a share of 0.75 is 0.02165.
    const rows = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? '01' : '11'));
    const { interval } = agreement(rated(...rows)).coefficients.percent;
    expect(interval!.low).toBeCloseTo(0.75 - 1.96 * 0.02165, 2);
    expect(interval!.high).toBeCloseTo(0.75 + 1.96 * 0.02165, 2);
  });

  it('leaves out draws without a value and says how many', () => {
    const { ac1, cohen } = agreement(rated('11', '11', '00'), { samples: 1000 }).coefficients;
    expect(ac1.undefinedDraws).toBeUndefined();
    // All three draws hit one value: 8/27 + 1/27.
    expect(cohen.undefinedDraws! / 1000).toBeCloseTo(1 / 3, 1);
    expect(cohen.interval).toEqual({ low: 1, high: 1, level: 0.95 });
  });
});

describe('what has no value says why', () => {
  const reasonsOf = (ratings: readonly Rating[], categories?: readonly (string | number)[]) =>
    Object.fromEntries(
      Object.entries(agreement(ratings, { ...QUICK, categories: categories! }).coefficients).map(
        ([name, { reason }]) => [name, reason],
      ),
    );

  it('no ratings, and no overlap', () => {
    for (const ratings of [[], rated('1.', '.1', '0.')])
      expect(Object.values(reasonsOf(ratings)).every((reason) => typeof reason === 'string')).toBe(true);
    expect(reasonsOf(rated('1.', '.1', '0.')).percent).toBe('no item was rated by two raters');
  });

  it('one value only: percent agreement is 1, the rest depends on what was possible', () => {
    const found = agreement(rated('11', '11'), QUICK).coefficients;
    expect(found.percent.value).toBe(1);
    expect(found.cohen.reason).toContain('same value');
    expect(found.alphaNominal.reason).toContain('same value');
    expect(found.ac1.reason).toContain('give the categories');
    expect(agreement(rated('11', '11'), { ...QUICK, categories: [0, 1] }).coefficients.ac1.value).toBe(1);
  });

  it('one item has values and no interval', () => {
    const { percent } = agreement(rated('110'), QUICK).coefficients;
    expect(percent).toEqual({ value: 1 / 3 });
  });

  it("gaps for Fleiss' kappa", () => {
    expect(reasonsOf(rated('111', '01.')).fleiss).toBe(
      'it needs as many ratings of every item; there are from 2 to 3',
    );
  });

  it('labels without an order, and an order without distances', () => {
    const labels = rated('12', '22').map((rating) => ({ ...rating, value: `${rating.value}` }));
    expect(reasonsOf(labels)).toMatchObject({
      cohen: undefined,
      cohenLinear: expect.stringContaining('no order'),
      alphaOrdinal: expect.stringContaining('no order'),
      ac2Linear: expect.stringContaining('no order'),
      alphaInterval: 'interval distances need numbers',
    });
    expect(reasonsOf(labels, ['1', '2', '3'])).toMatchObject({
      cohenLinear: undefined,
      alphaOrdinal: undefined,
      alphaInterval: 'interval distances need numbers',
    });
  });
});

describe('what cannot be ratings is refused', () => {
  it.each([
    [[...rated('11'), { item: 'i0', rater: 'r1', value: 0 }], 'two ratings of item "i0" by rater "r1"'],
    [[{ item: 'x', rater: 'y', value: Number.NaN }], 'the value NaN of item "x" by rater "y"'],
    [[...rated('11'), { item: 'i1', rater: 'r1', value: 'no' }], 'numbers and texts'],
  ])('%#', (ratings, message) => {
    expect(() => agreement(ratings)).toThrow(message);
  });

  it('a value outside the categories, a category twice, settings that make no interval', () => {
    expect(() => agreement(rated('12'), { categories: [0, 1] })).toThrow('the value "2"');
    expect(() => agreement(rated('11'), { categories: [1, 1] })).toThrow('each value once');
    expect(() => agreement(rated('11'), { samples: 0 })).toThrow('0 samples');
  });
});

describe('whatever the ratings', () => {
  const rows = fc.array(
    fc
      .tuple(fc.constantFrom(2, 3, 4), fc.array(fc.constantFrom(0, 1, 2, 3, undefined), { minLength: 4 }))
      .map(([raters, values]) => values.slice(0, raters)),
    { minLength: 1, maxLength: 12 },
  );
  const ratings = rows.map((items) =>
    items.flatMap((values, item) =>
      values.flatMap((value, rater) =>
        value === undefined ? [] : [{ item: `i${item}`, rater: `r${rater}`, value }],
      ),
    ),
  );
  const close = (a: AgreementReport, b: AgreementReport): void => {
    const [one, other] = [valuesOf(a), valuesOf(b)];
    for (const [name, value] of Object.entries(one))
      if (value === undefined) expect(other[name], name).toBeUndefined();
      else expect(other[name], name).toBeCloseTo(value, 11);
  };

  it('values are numbers up to 1 and intervals hold their order', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        for (const { value, reason, interval } of Object.values(agreement(given, QUICK).coefficients)) {
          expect(value === undefined).toBe(reason !== undefined);
          if (value !== undefined) expect(Number.isFinite(value) && value <= 1 + 1e-12).toBe(true);
          if (interval) expect(interval.low).toBeLessThanOrEqual(interval.high);
        }
      }),
    );
  });

  it('there is no NaN, however large the numbers', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2 });
    fc.assert(
      fc.property(values, (given) => {
        const pairs = given.map((value, i) => ({ item: `${i >> 1}`, rater: `${i & 1}`, value }));
        for (const { value, reason } of Object.values(agreement(pairs, { samples: 5 }).coefficients))
          expect(typeof reason === 'string' || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  it('their order changes nothing, down to the interval', () => {
    fc.assert(
      fc.property(ratings, fc.infiniteStream(fc.nat()), (given, keys) => {
        const shuffled = given
          .map((rating) => ({ rating, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ rating }) => rating);
        expect(agreement(shuffled, QUICK)).toEqual(agreement(given, QUICK));
      }),
    );
  });

  it('other names of items change nothing, other names of raters no value', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        const items = given.map((rating) => ({ ...rating, item: `${99 - Number(rating.item.slice(1))}` }));
        expect(agreement(items, QUICK)).toEqual(agreement(given, QUICK));
        const raters = given.map((rating) => ({ ...rating, rater: `${9 - Number(rating.rater.slice(1))}` }));
        close(agreement(raters, QUICK), agreement(given, QUICK));
      }),
    );
  });

  it('other labels change no coefficient of unordered values, a reversed scale none at all', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        const categories = [0, 1, 2, 3];
        const found = agreement(given, { ...QUICK, categories });
        const reversed = given.map((rating) => ({ ...rating, value: 3 - rating.value }));
        close(agreement(reversed, { ...QUICK, categories }), found);
        const named = given.map((rating) => ({ ...rating, value: 'dbca'[rating.value]! }));
        const other = agreement(named, { ...QUICK, categories: ['a', 'b', 'c', 'd'] }).coefficients;
        for (const name of ['percent', 'cohen', 'fleiss', 'alphaNominal', 'ac1'] as const) {
          const { value } = found.coefficients[name];
          if (value === undefined) expect(other[name].value).toBeUndefined();
          else expect(other[name].value).toBeCloseTo(value, 11);
        }
      }),
    );
  });

  it('perfect agreement is 1', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        const perfect = given.map((rating) => ({ ...rating, value: Number(rating.item.slice(1)) % 4 }));
        for (const value of Object.values(valuesOf(agreement(perfect, QUICK))))
          if (value !== undefined) expect(value).toBeCloseTo(1, 11);
      }),
    );
  });

  it('without a second opinion nothing is claimed', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        const alone = given.filter(({ rater }) => rater === 'r0');
        expect(Object.values(valuesOf(agreement(alone, QUICK))).every((value) => value === undefined)).toBe(
          true,
        );
      }),
    );
  });
});
