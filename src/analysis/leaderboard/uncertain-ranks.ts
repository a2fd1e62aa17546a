import { random } from '../../core/index.js';
import { chanceBelow, holm, macroDifferences } from '../../evaluation/statistics/index.js';

/** A system's scores, task by task: for all systems of a call the same queries in the same order. */
export type ScoresByTask = readonly ArrayLike<number>[];

/** Settings of rank ranges. */
export interface RankRangeOptions {
  readonly level?: number;
  /** 1,000: an end of a range then rarely moves by more than a rank between seeds. */
  readonly samples?: number;
  readonly seed?: number;
}

/**
 * The ranks that systems take when queries are drawn again: for each system the middle 95 % of them, best first. Queries are drawn with replacement
 * within their task, the same ones for all systems; the mean of task means decides, and equal means share the better rank.
 */
export const rankRanges = (
  systems: readonly ScoresByTask[],
  { level = 0.95, samples = 1000, seed = 1 }: RankRangeOptions = {},
): readonly (readonly [number, number])[] => {
  const sizes = systems[0]?.map(({ length }) => length) ?? [];
  const next = random(seed);
  const ranks = systems.map(() => new Uint32Array(samples));
  const rows = sizes.map((size) => new Uint32Array(size));
  for (let sample = 0; sample < samples; sample++) {
    for (const drawn of rows) for (let i = 0; i < drawn.length; i++) drawn[i] = next() * drawn.length;
    const means = systems.map((tasks) => drawnMean(tasks, rows));
    const order = Float64Array.from(means).sort().reverse();
    means.forEach((mean, system) => {
      ranks[system]![sample] = 1 + firstAtMost(order, mean);
    });
  }
  const tail = (1 - level) / 2;
  return ranks.map((found) => {
    found.sort();
    return [found[Math.floor(tail * (samples - 1))]!, found[Math.ceil((1 - tail) * (samples - 1))]!] as const;
  });
};

const drawnMean = (tasks: ScoresByTask, rows: readonly Uint32Array[]): number => {
  let total = 0;
  for (let task = 0; task < rows.length; task++) {
    const scores = tasks[task]!;
    const drawn = rows[task]!;
    let sum = 0;
    for (let i = 0; i < drawn.length; i++) sum += scores[drawn[i]!]!;
    total += sum / drawn.length;
  }
  return total / rows.length;
};

/** The first place in descending numbers that holds this number or a smaller one. */
const firstAtMost = (descending: Float64Array, value: number): number => {
  let low = 0;
  let high = descending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (descending[middle]! > value) low = middle + 1;
    else high = middle;
  }
  return low;
};

const DRAWS = 10_000;
const LEVEL = 0.05;

/** By Hoeffding's inequality a sum of random signs lies this many root sums of squares from 0 with a chance below 1 in 100,000: no draw would. */
const CERTAIN = 5;

/**
 * Groups of systems that a test cannot tell from the first of their group. Systems come best first. A group begins with the best system that is
 * in none; it ends before the first one that differs from its head by a paired randomisation test, corrected over all systems below the head
 * (Holm). Gives the number of each system's group, from 1.
 */
export const separableGroups = (systems: readonly ScoresByTask[]): readonly number[] => {
  const groups: number[] = [];
  for (let head = 0; head < systems.length; head = groups.length) {
    const below = systems.slice(head + 1);
    const ps = holm(below.map((other) => chanceOf(systems[head]!, other)));
    const differing = ps.findIndex((p) => p < LEVEL);
    const size = 1 + (differing < 0 ? below.length : differing);
    const group = (groups.at(-1) ?? 0) + 1;
    for (let i = 0; i < size; i++) groups.push(group);
  }
  return groups;
};

const chanceOf = (a: ScoresByTask, b: ScoresByTask): number => {
  const differences = macroDifferences(
    a.map((scores, task) => Float64Array.from(scores, (score, i) => score - b[task]![i]!)),
  );
  const sum = differences.reduce((total, each) => total + each, 0);
  const squares = differences.reduce((total, each) => total + each * each, 0);
  if (squares > 0 && Math.abs(sum) > CERTAIN * Math.sqrt(squares)) return 1 / (DRAWS + 1);
  // Holm's correction makes no p smaller, and one above the level leaves the others as they are.
  return chanceBelow(LEVEL, differences, { draws: DRAWS });
};
