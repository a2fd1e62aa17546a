import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { macroInterval } from './macro-intervals.js';
import { type SetPair, setAgreement } from './set-agreement.js';

const few = { samples: 60 };
const none = (systems: number) => Array.from({ length: systems }, () => []);
/** The same queries in both sets. */
const same = (full: readonly (readonly number[])[], nano: readonly (readonly number[])[]): SetPair => ({
  shared: { full, nano },
  fullOnly: none(full.length),
  nanoOnly: none(full.length),
});

const THREE = [
  [0.1, 0.2, 0.0, 0.1],
  [0.3, 0.5, 0.2, 0.4],
  [0.9, 0.7, 0.8, 1.0],
];
const raised = THREE.map((scores) => scores.map((score) => score / 2 + 0.4));

describe('two sets', () => {
  it('that order systems alike agree fully, whatever the shift', () => {
    const { tasks, mean } = setAgreement([same(THREE, raised)], few);
    expect(tasks[0]!.spearman!.value).toBe(1);
    expect(tasks[0]!.kendall!.value).toBe(1);
    expect(tasks[0]!.shifts[0]!.value).toBeCloseTo(0.35, 14);
    expect(tasks[0]!.shift.value).toBeCloseTo((0.35 + 0.225 - 0.025) / 3, 14);
    expect(mean).toEqual(tasks[0]);
  });

  it('that order them the other way round disagree fully', () => {
    const { mean } = setAgreement([same(THREE, THREE.toReversed())], few);
    expect([mean.spearman!.value, mean.kendall!.value]).toEqual([-1, -1]);
  });

  it('that are the same do not shift, in any draw', () => {
    const { mean } = setAgreement([same(THREE, THREE), same(raised, raised)], few);
    for (const { value, interval } of [...mean.shifts, mean.shift])
      expect([value, interval.low, interval.high]).toEqual([0, 0, 0]);
    expect(mean.kendall!.interval).toMatchObject({ low: 1, high: 1, level: 0.95 });
  });

  it('have no correlation where all systems are tied in one of them', () => {
    const flat = THREE.map(() => [0.5, 0.5, 0.5, 0.5]);
    const { mean } = setAgreement([same(THREE, flat)], few);
    expect(mean.spearman).toBeUndefined();
    expect(mean.kendall).toBeUndefined();
    expect(mean.shifts).toHaveLength(3);
  });

  it('do not part systems whose means differ by the rounding of a sum', () => {
    const full = [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
      [0.9, 0.9, 0.9],
    ];
    expect((0.1 + 0.2 + 0.3) / 3).not.toBe((0.3 + 0.2 + 0.1) / 3);
    const nano = [
      [0.5, 0.5, 0.5],
      [0.4, 0.4, 0.4],
      [0.9, 0.9, 0.9],
    ];
    const { mean } = setAgreement([same(full, nano)], few);
    // Three pairs, one of them tied on one side: 2 / √(2 · 3).
    expect(mean.kendall!.value).toBeCloseTo(2 / Math.sqrt(6), 14);
  });
});

describe('draws', () => {
  it('take a query of both sets for both, so that its constant shift has no spread', () => {
    const nano = THREE.map((scores) => scores.map((score) => score - 0.25));
    const { shift } = setAgreement([same(THREE, nano)], few).mean;
    expect(shift.interval.low).toBeCloseTo(-0.25, 14);
    expect(shift.interval.high).toBeCloseTo(-0.25, 14);
  });

  it('give the interval of the mean of tasks that differences give by themselves', () => {
    const tasks = [same(THREE, raised), same(raised, THREE)];
    const { shifts } = setAgreement(tasks, { samples: 200, seed: 5 }).mean;
    const differences = tasks.map(({ shared }) =>
      Array.from(shared.full[0]!, (score, i) => shared.nano[0]![i]! - score),
    );
    const expected = macroInterval(differences, { samples: 200, seed: 5 });
    expect(shifts[0]!.interval.low).toBeCloseTo(expected.low, 14);
    expect(shifts[0]!.interval.high).toBeCloseTo(expected.high, 14);
  });

  it('keep queries of one set alone to that set', () => {
    const pair: SetPair = {
      shared: {
        full: [
          [0.5, 0.5],
          [0.2, 0.2],
        ],
        nano: [
          [0.6, 0.6],
          [0.3, 0.3],
        ],
      },
      fullOnly: [
        [0.9, 0.9, 0.9],
        [0.8, 0.8, 0.8],
      ],
      nanoOnly: [[0.1], [0.0]],
    };
    const { full, nano, shifts } = setAgreement([pair], few).mean;
    expect(full[0]).toBeCloseTo((2 * 0.5 + 3 * 0.9) / 5, 14);
    expect(nano[0]).toBeCloseTo((2 * 0.6 + 0.1) / 3, 14);
    // Within each kind of query all scores are alike, so no draw can change a mean.
    expect(shifts[0]!.interval.low).toBeCloseTo(shifts[0]!.value, 14);
    expect(shifts[0]!.interval.high).toBeCloseTo(shifts[0]!.value, 14);
  });

  it('are the same for the same seed', () => {
    const tasks = [same(THREE, raised)];
    expect(setAgreement(tasks, { ...few, seed: 3 })).toEqual(setAgreement(tasks, { ...few, seed: 3 }));
  });

  const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
  it('never leave the range of a correlation', () => {
    const queries = fc.array(score, { minLength: 4, maxLength: 4 });
    const scores = fc.array(queries, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(scores, scores, (full, nano) => {
        for (const found of [setAgreement([same(full, nano)], { samples: 20 }).mean])
          for (const each of [found.spearman, found.kendall])
            if (each) {
              expect(Math.abs(each.value)).toBeLessThanOrEqual(1);
              expect(each.interval.low).toBeGreaterThanOrEqual(-1);
              expect(each.interval.high).toBeLessThanOrEqual(1);
            }
      }),
    );
  });
});

describe('what cannot be compared is refused', () => {
  it.each([
    ['other systems', { ...same(THREE, raised), fullOnly: none(2) }, 'the same systems'],
    ['no systems', same([], []), 'at least one'],
    ['other queries', same([[0.1], [0.1, 0.2]], [[0.1], [0.1]]), 'the same queries'],
    ['no queries', same([[]], [[]]), 'at least one query'],
  ])('%s', (_what, pair, expected) => {
    expect(() => setAgreement([pair], few)).toThrow(expected);
  });
});
