import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { compareMacro, holm } from '../../evaluation/statistics/index.js';
import { inseparableSets, rankRanges, type ScoresByTask } from './uncertain-ranks.js';

const next = random(7);
const queries = 60;
/** Two tasks whose queries differ in difficulty; `shift` is what a system adds to each, with noise of its own. */
const difficulty = [0, 1].map(() => Array.from({ length: queries }, () => next() * 0.5));
const system = (shift: number, noise: number) =>
  difficulty.map((task) => task.map((each) => each + shift + (next() - 0.5) * noise));

const best = system(0.3, 0.05);
const close = system(0.1, 0.3);
const same = close.map((task) => task.map((score, i) => score - (i % 2 === 0 ? 0.05 : -0.048)));
const last = system(0, 0.05);

describe('rank ranges', () => {
  it('a system that is always better has one rank, two that are close share theirs', () => {
    expect(rankRanges([best, close, same, last])).toEqual([
      [1, 1],
      [2, 3],
      [2, 3],
      [4, 4],
    ]);
  });

  it('equal systems share the better rank, and one alone is first', () => {
    expect(rankRanges([best, best])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(rankRanges([last])).toEqual([[1, 1]]);
    expect(rankRanges([])).toEqual([]);
  });
});

/** As `compare` has it. */
const chance = (a: ScoresByTask, b: ScoresByTask): number =>
  compareMacro(
    a.map((scores, task) => ({ a: scores, b: b[task]! })),
    { interval: { samples: 1 } },
  ).randomisation.p;

describe('inseparable sets', () => {
  it('part what a test tells apart, and nothing else', () => {
    expect(inseparableSets([best, close, same, last])).toEqual([[0], [1], [1], [2]]);
    expect(inseparableSets([best, best])).toEqual([[0], [0]]);
    expect(inseparableSets([])).toEqual([]);
  });

  it('overlap where one system is like two that differ from each other', () => {
    // Each is 0.012 above the next: neighbours are not told apart, the ends are.
    const steps = [0.024, 0.012, 0].map((shift) => system(shift, 0.25));
    const [first, middle, end] = inseparableSets(steps);
    expect([first, middle, end]).toEqual([[0], [0, 1], [1]]);
    const p = (a: number, b: number) => chance(steps[a]!, steps[b]!);
    expect(holm([p(0, 1), p(0, 2), p(1, 2)]).map((each) => each < 0.05)).toEqual([false, true, false]);
  });

  it('are shared by two systems exactly where the tests of a comparison, corrected over all pairs, do not part them', () => {
    const score = fc.integer({ min: 0, max: 4 }).map((value) => value / 4);
    const one = fc.tuple(
      fc.array(score, { minLength: 9, maxLength: 9 }),
      fc.array(score, { minLength: 4, maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
        (made, shifts) => {
          const systems = made.map((tasks, i) =>
            tasks.map((scores) => scores.map((value) => value / 2 + shifts[i]! / 2)),
          );
          const pairs = systems.flatMap((_, a) =>
            systems.slice(a + 1).map((__, i) => [a, a + 1 + i] as const),
          );
          const ps = holm(pairs.map(([a, b]) => chance(systems[a]!, systems[b]!)));
          const sets = inseparableSets(systems);
          pairs.forEach(([a, b], i) => {
            expect(sets[a]!.some((set) => sets[b]!.includes(set))).toBe(ps[i]! >= 0.05);
          });
          for (const own of sets) expect(own.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of a long board are found in the time of a look, and without a draw', () => {
    const board = Array.from({ length: 300 }, (_, i) => system(0.5 - i / 400, 0.05));
    const sets = inseparableSets(board);
    expect(sets[0]!.some((set) => sets[1]!.includes(set))).toBe(true);
    expect(sets[0]!.some((set) => sets[299]!.includes(set))).toBe(false);
  });
});
