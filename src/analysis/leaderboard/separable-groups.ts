import { chanceBelow, holm, macroDifferences } from '../../evaluation/statistics/index.js';
import type { ScoresByTask } from './rank-ranges.js';

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
