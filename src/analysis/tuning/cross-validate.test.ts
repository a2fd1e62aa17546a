import { describe, expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { crossValidate } from './cross-validate.js';
import type { TriedTask } from './tried-task.js';

const CANDIDATES = 20;

/** Two tasks of 25 queries; what a candidate scores is its worth and noise. The first candidate is the untuned system. */
const tried = (seed: number, worth: (candidate: number) => number): TriedTask[] => {
  const next = random(seed);
  return ['a', 'b'].map((name) => {
    const part = Array.from({ length: 25 }, (_, i) => i % 5);
    const hardness = part.map(() => next());
    const scores = Array.from({ length: CANDIDATES }, (_, candidate) =>
      Float64Array.from(hardness, (hard) => 0.3 * hard + worth(candidate) + 0.3 * next()),
    );
    return { name, part, untuned: scores[0]!, scores };
  });
};

describe('crossValidate', () => {
  it('reports a gain on pure noise for at most 10 of 100 seeds', () => {
    const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1);
    const gains = seeds.filter(
      (seed) =>
        crossValidate(
          tried(seed, () => 0),
          5,
        ).isGain,
    );
    expect(gains.length).toBeLessThanOrEqual(10);
    // The same choice, reported on the queries that made it, is a gain far more often: what the folds are for.
    const fooled = seeds.filter((seed) => {
      const whole = tried(seed, () => 0).map((task) => ({ ...task, part: task.part.map(() => 0) }));
      return crossValidate(whole, 1, { same: true }).isGain;
    });
    expect(fooled.length).toBeGreaterThan(15);
  });

  it('reports a gain of a gate between two equal systems for at most 10 of 100 seeds, and finds a threshold that is there', () => {
    // Candidate i hands queries over to the second system from the length 10 i; the first one, at no length.
    const gated = (seed: number, gain: number): TriedTask => {
      const next = random(seed);
      const queries = Array.from({ length: 50 }, () => ({
        length: 100 * next(),
        first: next(),
        second: next(),
      }));
      const scores = Array.from({ length: 11 }, (_, candidate) =>
        Float64Array.from(queries, ({ length, first, second }) => {
          const better = length >= 40 ? gain : -gain;
          return candidate > 0 && length >= 10 * candidate ? second + better : first;
        }),
      );
      return { name: 'a', part: queries.map((_, i) => i % 5), untuned: scores[0]!, scores };
    };
    const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1);
    expect(seeds.filter((seed) => crossValidate([gated(seed, 0)], 5).isGain).length).toBeLessThanOrEqual(10);
    const { best, isGain } = crossValidate([gated(1, 1)], 5);
    expect([best, isGain]).toEqual([4, true]);
  });

  it('finds a known optimum and its gain', () => {
    const { best, folds, gain, isGain } = crossValidate(
      tried(7, (candidate) => 0.2 - 0.002 * (candidate - 17) ** 2),
      5,
    );
    expect(Math.abs(best - 17)).toBeLessThanOrEqual(2);
    for (const { chosen } of folds) expect(Math.abs(chosen - 17)).toBeLessThanOrEqual(3);
    expect(isGain).toBe(true);
    expect(gain.difference).toBeCloseTo(0.578, 1);
  });

  it('scores no query under what it helped to choose', () => {
    // Candidate 1 is right for the queries of part 0 alone, and candidate 2 for those of part 1 alone.
    const scores = [
      [0, 0, 0, 0],
      [9, 9, 0, 0],
      [0, 0, 8, 8],
    ].map((row) => Float64Array.from(row));
    const task = { name: 'a', part: [0, 0, 1, 1], untuned: scores[0]!, scores };
    const { folds, tuned, best } = crossValidate([task], 2);
    expect(folds).toEqual([
      { chosen: 2, tunedOn: 2, reportedOn: 2, untuned: 0, tuned: 0 },
      { chosen: 1, tunedOn: 2, reportedOn: 2, untuned: 0, tuned: 0 },
    ]);
    expect([...tuned[0]!]).toEqual([0, 0, 0, 0]);
    expect(best).toBe(1);
  });

  it('gives every task the same weight, and takes the first of equals', () => {
    const of = (rows: number[][], part: number[]): TriedTask => {
      const scores = rows.map((row) => Float64Array.from(row));
      return { name: 'a', part, untuned: scores[0]!, scores };
    };
    const small = of(
      [
        [0, 0],
        [1, 1],
      ],
      [0, 1],
    );
    const large = of(
      [
        [0.9, 0.9, 0.9, 0.9],
        [0, 0, 0, 0],
      ],
      [0, 0, 1, 1],
    );
    expect(crossValidate([small, large], 2).best).toBe(1);
    const equal = of(
      [
        [1, 1],
        [1, 1],
      ],
      [0, 1],
    );
    expect(crossValidate([equal], 2).best).toBe(0);
  });
});
