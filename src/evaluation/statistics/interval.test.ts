import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Judgements, queryId, type Run, random } from '../../core/index.js';
import { evaluate, MicroRecall, MRR, Recall, valuesOf } from '../measures/index.js';
import { interval, intervalsOf, macroInterval } from './index.js';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const drawn = (count: number, seed: number): number[] => Array.from({ length: count }, random(seed));

describe('interval', () => {
  it('comes near the normal one for many values', () => {
    const values = drawn(400, 3);
    const centre = mean(values);
    const deviation = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
    const { low, high } = interval(values);
    expect(low).toBeCloseTo(centre - (1.96 * deviation) / 20, 2);
    expect(high).toBeCloseTo(centre + (1.96 * deviation) / 20, 2);
  });

  it('covers the true mean about as often as it says', () => {
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const { low, high } = interval(drawn(60, 1000 + trial), { level: 0.9, samples: 400 });
      if (low <= 0.5 && high >= 0.5) covered++;
    }
    expect(covered / 200).toBeGreaterThan(0.83);
    expect(covered / 200).toBeLessThan(0.96);
  });

  it('is the same for the same seed and another for another', () => {
    const values = drawn(50, 1);
    expect(interval(values, { seed: 7 })).toEqual(interval(values, { seed: 7 }));
    expect(interval(values, { seed: 7 })).not.toEqual(interval(values, { seed: 8 }));
  });

  it('takes typed arrays and leaves them as they were', () => {
    const values = Float64Array.from([0.5, 0.1, 0.9]);
    expect(interval(values)).toEqual(interval([0.5, 0.1, 0.9]));
    expect([...values]).toEqual([0.5, 0.1, 0.9]);
  });

  it('lies within the values and holds the requested level', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
        const { low, high, level } = interval(values, { level: 0.8, samples: 100 });
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-15);
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-15);
        expect(level).toBe(0.8);
      }),
    );
  });

  it('grows with the level', () => {
    const values = drawn(30, 5);
    const [narrow, wide] = [interval(values, { level: 0.5 }), interval(values, { level: 0.99 })];
    expect(wide.low).toBeLessThan(narrow.low);
    expect(wide.high).toBeGreaterThan(narrow.high);
  });

  it('is a point for one value', () => {
    expect(interval([0.25])).toEqual({ low: 0.25, high: 0.25, level: 0.95 });
  });

  it.each([
    [[], {}, 'no values to draw from'],
    [[1], { level: 1 }, 'level 1; expected a number between 0 and 1'],
    [[1], { level: Number.NaN }, 'level NaN'],
    [[1], { samples: 0 }, '0 samples; expected a whole number from 1'],
  ])('rejects %j with %j', (values, options, message) => {
    expect(() => interval(values, options)).toThrow(message);
  });
});

describe('intervalsOf', () => {
  /** The first query has nine relevant documents of which none is found, the others have one that is found. */
  const ids = Array.from({ length: 20 }, (_, i) => queryId(`q${i}`));
  const run: Run = new Map(ids.map((id, i) => [id, [{ docId: docId(i === 0 ? 'x' : 'd0'), score: 1 }]]));
  const judgements: Judgements = new Map(
    ids.map((id, i) => [
      id,
      new Map(Array.from({ length: i === 0 ? 9 : 1 }, (_, d) => [docId(`d${d}`), 1] as const)),
    ]),
  );
  const measures = [MRR, Recall.at(10), MicroRecall.at(10)];
  const evaluation = evaluate(run, judgements, measures);
  const found = intervalsOf(evaluation, measures, { samples: 500 });

  it('gives every measure the interval it has alone', () => {
    expect(Object.keys(found)).toEqual(['MRR', 'Recall@10', 'MicroRecall@10']);
    for (const measure of [MRR, Recall.at(10)])
      expect(found[measure.name]).toEqual(interval(valuesOf(evaluation, measure), { samples: 500 }));
  });

  it('draws pooled measures as quotients of sums, around their own mean', () => {
    const { low, high } = found['MicroRecall@10']!;
    expect(evaluation.means['MicroRecall@10']).toBe(19 / 28);
    expect(low).toBeLessThan(19 / 28);
    expect(high).toBe(1);
    expect(low).toBeLessThan(found['Recall@10']!.low);
  });

  it('takes a draw without any relevant document as 0', () => {
    const none: Judgements = new Map([[ids[0]!, new Map([[docId('d'), 0]])]]);
    const measure = MicroRecall.at(1);
    expect(intervalsOf(evaluate(run, none, [measure]), [measure])['MicroRecall@1']).toEqual({
      low: 0,
      high: 0,
      level: 0.95,
    });
  });
});

describe('macroInterval', () => {
  it('weighs tasks equally, however many queries they have', () => {
    const { low, high } = macroInterval([new Float64Array(300).fill(1), [0]]);
    expect([low, high]).toEqual([0.5, 0.5]);
  });

  it('is narrower than the interval of one of several like tasks', () => {
    const tasks = [1, 2, 3, 4].map((seed) => drawn(50, seed));
    const all = macroInterval(tasks);
    const one = interval(tasks[0]!);
    expect(all.high - all.low).toBeLessThan(0.75 * (one.high - one.low));
  });

  it('equals the plain interval for one task', () => {
    const values = drawn(20, 9);
    expect(macroInterval([values])).toEqual(interval(values));
  });

  it('rejects an empty task', () => {
    expect(() => macroInterval([[1], []])).toThrow('at least one query in every task');
    expect(() => macroInterval([])).toThrow('no values to draw from');
  });
});
