import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson, pearsonWithin, spearman } from './correlation.js';

interface Answered {
  readonly right: readonly boolean[];
  readonly scores: readonly number[];
}
interface Golden {
  readonly singles: readonly (Answered & {
    readonly pointBiserial: readonly [number, number];
    readonly spearman: readonly [number, number];
  })[];
  readonly withins: readonly {
    readonly tasks: readonly Answered[];
    readonly pointBiserial: readonly [number, number];
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/scipy-correlation/cases.json', import.meta.url), 'utf8'),
) as Golden;
const ofAnswers = (right: readonly boolean[]): readonly number[] => right.map(Number);

describe("against SciPy's figures", () => {
  it.each(golden.singles)('the point-biserial correlation of $right.length queries ($#)', (row) => {
    const { r, p } = pearson(ofAnswers(row.right), row.scores)!;
    expect(r).toBeCloseTo(row.pointBiserial[0], 13);
    // Of a p of 1e-60 the last bit of r decides the tenth digit.
    expect(p / row.pointBiserial[1]).toBeCloseTo(1, 9);
  });

  it.each(golden.singles)("Spearman's correlation of $right.length queries ($#)", (row) => {
    const { r, p } = spearman(ofAnswers(row.right), row.scores)!;
    expect(r).toBeCloseTo(row.spearman[0], 13);
    expect(p / row.spearman[1]).toBeCloseTo(1, 10);
  });

  it.each(golden.withins)('the correlation within $tasks.length tasks', ({ tasks, pointBiserial }) => {
    const { r, p } = pearsonWithin(tasks.map(({ right, scores }) => ({ x: ofAnswers(right), y: scores })))!;
    expect(r).toBeCloseTo(pointBiserial[0], 13);
    expect(p / pointBiserial[1]).toBeCloseTo(1, 10);
  });
});

describe('a correlation', () => {
  it('is absent where one side does not vary, also when its mean is rounded', () => {
    expect(pearson([1, 1, 1, 1], [0.1, 0.2, 0.3, 0.4])).toBeUndefined();
    expect(pearson([0, 1, 0], [0.1, 0.1, 0.1])).toBeUndefined();
    expect(spearman([0, 1, 0], [0.1, 0.1, 0.1])).toBeUndefined();
  });

  it('is absent for fewer than three pairs', () => {
    expect(pearson([0, 1], [0.1, 0.4])).toBeUndefined();
    expect(pearson([], [])).toBeUndefined();
  });

  it('of a line is 1 with p 0', () => {
    expect(pearson([1, 2, 3], [10, 20, 30])).toEqual({ r: 1, p: 0 });
    expect(pearson([1, 2, 3], [-1, -2, -3])).toEqual({ r: -1, p: 0 });
  });

  it('needs as many values on both sides', () => {
    expect(() => pearson([1, 2, 3], [1, 2])).toThrow('3 values for 2');
  });

  it('is undefined where a value is not a number', () => {
    for (const correlation of [pearson, spearman])
      expect(correlation([1, Number.NaN, 3, 2], [1, 2, 3, 4])).toBeUndefined();
  });

  it('within tasks does not see that one task is higher in both', () => {
    const low = { x: [0, 0, 0, 1], y: [0.1, 0.1, 0.1, 0.1] };
    const high = { x: [0, 1, 1, 1], y: [0.9, 0.9, 0.9, 0.9] };
    expect(pearson([...low.x, ...high.x], [...low.y, ...high.y])!.r).toBeCloseTo(0.5, 12);
    expect(pearsonWithin([low, high])).toBeUndefined();
  });

  const values = fc.array(fc.record({ x: fc.boolean(), y: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 3,
    maxLength: 40,
  });

  it('lies between −1 and 1 with a p between 0 and 1, and does not care for order, scale or place', () => {
    fc.assert(
      fc.property(values, (pairs) => {
        const x = pairs.map((pair) => Number(pair.x));
        const y = pairs.map((pair) => pair.y);
        const found = pearson(x, y);
        const turned = pearson(
          x.toReversed(),
          y.toReversed().map((value) => value * 0.25 + 4),
        );
        expect(turned === undefined).toBe(found === undefined);
        if (!found || !turned) return;
        expect(Math.abs(found.r)).toBeLessThanOrEqual(1);
        expect(found.p).toBeGreaterThanOrEqual(0);
        expect(found.p).toBeLessThanOrEqual(1);
        expect(turned.r).toBeCloseTo(found.r, 10);
      }),
    );
  });

  it("Spearman's depends on the order of the scores alone", () => {
    fc.assert(
      fc.property(values, (pairs) => {
        const x = pairs.map((pair) => Number(pair.x));
        const y = pairs.map((pair) => pair.y);
        expect(
          spearman(
            x,
            y.map((value) => value ** 3 + 1),
          ),
        ).toEqual(spearman(x, y));
      }),
    );
  });
});
