import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../core/index.js';
import {
  compareMacro,
  comparePaired,
  holm,
  macroDifferences,
  type PairedScores,
  randomisationTest,
  studentTwoSided,
  TIE,
} from './index.js';
import { pairedTTest } from './paired-t-test.js';

const few = { interval: { samples: 50 }, randomisation: { draws: 200 } };
const score = fc.double({ min: 0, max: 1, noNaN: true });
const pairs: fc.Arbitrary<PairedScores> = fc
  .array(fc.tuple(score, score), { minLength: 1, maxLength: 20 })
  .map((rows) => ({ a: rows.map(([a]) => a), b: rows.map(([, b]) => b) }));
const tasks = fc.array(pairs, { minLength: 1, maxLength: 4 });
const swapped = ({ a, b }: PairedScores): PairedScores => ({ a: b, b: a });

describe('a comparison', () => {
  it('of a system with itself finds no difference and p 1', () => {
    fc.assert(
      fc.property(tasks, (all) => {
        const same = all.map(({ a }) => ({ a, b: a }));
        for (const found of [comparePaired(same[0]!, few), compareMacro(same, few)]) {
          expect(found).toMatchObject({ difference: 0, wins: 0, losses: 0, ties: found.queries });
          expect(found.interval).toMatchObject({ low: 0, high: 0 });
          expect(found.randomisation).toEqual({ p: 1, exact: true, patterns: 1 });
          if (found.tTest) expect(found.tTest).toMatchObject({ t: 0, p: 1 });
          expect(found.effectSize).toBeUndefined();
        }
      }),
    );
  });

  it('with the systems swapped is negated, and its p-values stay', () => {
    fc.assert(
      fc.property(tasks, (all) => {
        const both = [
          [comparePaired(all[0]!, few), comparePaired(swapped(all[0]!), few)],
          [compareMacro(all, few), compareMacro(all.map(swapped), few)],
        ] as const;
        for (const [one, other] of both) {
          expect(other.difference).toBeCloseTo(-one.difference, 14);
          expect(other.interval.low).toBeCloseTo(-one.interval.high, 12);
          expect([other.wins, other.losses, other.ties]).toEqual([one.losses, one.wins, one.ties]);
          expect(other.randomisation).toEqual(one.randomisation);
          expect(other.tTest?.p).toBe(one.tTest?.p);
          if (one.effectSize !== undefined) expect(other.effectSize).toBe(-one.effectSize);
        }
      }),
    );
  });

  it('of one task is the same as the mean over that task alone', () => {
    fc.assert(
      fc.property(pairs, (only) => {
        const [whole, mean] = [comparePaired(only, few), compareMacro([only], few)];
        expect(mean.difference).toBeCloseTo(whole.difference, 14);
        expect(mean.interval.low).toBeCloseTo(whole.interval.low, 12);
        expect([mean.wins, mean.ties, mean.losses]).toEqual([whole.wins, whole.ties, whole.losses]);
      }),
    );
  });

  it('weighs tasks alike, however many queries they have', () => {
    const found = compareMacro([
      { a: [0, 0, 0], b: [1, 1, 1] },
      { a: [1], b: [0] },
    ]);
    expect(found).toMatchObject({ queries: 4, a: 0.5, b: 0.5, difference: 0, wins: 3, losses: 1 });
    expect(found.randomisation.p).toBe(1);
    expect([...macroDifferences([[1, 1], [4]])]).toEqual([0.25, 0.25, 2]);
  });

  it('takes scores for tied that differ by rounding alone', () => {
    const found = comparePaired({ a: [0.3, 0.5, 0.5], b: [0.1 + 0.2, 0.5 + TIE * 2, 0.5 - TIE * 2] });
    expect([found.wins, found.ties, found.losses]).toEqual([1, 1, 1]);
  });

  it('needs the same queries, and finite scores', () => {
    expect(() => comparePaired({ a: [1], b: [1, 2] })).toThrow('1 scores for 2');
    expect(() => comparePaired({ a: [], b: [] })).toThrow('at least one');
    expect(() => comparePaired({ a: [Number.NaN], b: [1] })).toThrow('not a finite number');
  });
});

describe('the randomisation test', () => {
  it('looks at all patterns where there are few: one in four for two queries that both rose', () => {
    expect(randomisationTest([0.2, 0.1])).toEqual({ p: 2 / 4, exact: true, patterns: 4 });
    expect(randomisationTest([0.1, 0.1, 0.1])).toEqual({ p: 2 / 8, exact: true, patterns: 8 });
  });

  it('takes sums for equal that differ by rounding alone', () => {
    // 0.1 + 0.2 − 0.3 is 5.6e-17 in 64 bits: every pattern that sums to 0 must count.
    expect(randomisationTest([0.1, 0.2, -0.3]).p).toBe(1);
  });

  it('leaves queries without a difference out, so that they cost nothing', () => {
    const moved = [0.3, -0.1, 0.2, 0.4];
    expect(randomisationTest([...moved, ...new Array<number>(500).fill(0)])).toEqual(
      randomisationTest(moved),
    );
  });

  it('draws beyond that, and no p is 0', () => {
    const found = randomisationTest(new Array<number>(100).fill(1));
    expect(found).toEqual({ p: 1 / 10_001, exact: false, patterns: 10_000 });
  });

  it('gives the same p for the same seed and another for another', () => {
    const differences = Array.from({ length: 40 }, random(9)).map((value) => value - 0.45);
    expect(randomisationTest(differences, { seed: 4 })).toEqual(randomisationTest(differences, { seed: 4 }));
    expect(randomisationTest(differences, { seed: 4 }).p).not.toBe(
      randomisationTest(differences, { seed: 5 }).p,
    );
  });

  it('finds a difference where there is none about as often as it says', () => {
    const next = random(11);
    let rejected = 0;
    for (let trial = 0; trial < 400; trial++) {
      const differences = Array.from({ length: 10 }, () => next() - next());
      if (randomisationTest(differences).p < 0.1) rejected++;
    }
    expect(rejected / 400).toBeGreaterThan(0.06);
    expect(rejected / 400).toBeLessThan(0.14);
  });

  it('refuses a number of draws that is none', () => {
    expect(() => randomisationTest([1], { draws: 0 })).toThrow('0 draws; expected a whole number from 1');
  });
});

describe('the t-test', () => {
  it('has nothing to say of one query', () => {
    expect(pairedTTest([0.4])).toBeUndefined();
  });

  it('of differences without spread is certain', () => {
    expect(pairedTTest([0.1, 0.1, 0.1])).toEqual({ t: Number.POSITIVE_INFINITY, degrees: 2, p: 0 });
    expect(pairedTTest([0, 0])).toEqual({ t: 0, degrees: 1, p: 1 });
  });

  it('gives a p between 0 and 1 that falls as t grows', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), fc.integer({ min: 1, max: 2000 }), (t, n) => {
        const p = studentTwoSided(t, n);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(studentTwoSided(t * 1.01 + 1e-6, n)).toBeLessThanOrEqual(p);
      }),
    );
  });

  it('is not a number where t is none', () => {
    expect(studentTwoSided(Number.NaN, 3)).toBeNaN();
  });
});

describe('Holm', () => {
  const ps = fc.array(score, { maxLength: 12 });

  it('gives the same whatever the order of the comparisons', () => {
    fc.assert(
      fc.property(ps, fc.infiniteStream(score), (values, keys) => {
        const order = values.map((_, i) => ({ i, key: keys.next().value as number }));
        order.sort((one, other) => one.key - other.key);
        const shuffled = holm(order.map(({ i }) => values[i]!));
        const plain = holm(values);
        order.forEach(({ i }, place) => {
          expect(shuffled[place]).toBe(plain[i]);
        });
      }),
    );
  });

  it('never lowers a p, never passes 1, keeps the order', () => {
    fc.assert(
      fc.property(ps, (values) => {
        const corrected = holm(values);
        values.forEach((p, i) => {
          expect(corrected[i]).toBeGreaterThanOrEqual(p);
          expect(corrected[i]).toBeLessThanOrEqual(1);
          values.forEach((other, j) => {
            if (p <= other) expect(corrected[i]).toBeLessThanOrEqual(corrected[j]!);
          });
        });
      }),
    );
  });

  it('of one is itself, of none is nothing', () => {
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });
});
