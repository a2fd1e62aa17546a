import {
  chanceBelow,
  macroDifferences,
  macroDraws,
  RANDOMISATION_DEFAULTS,
} from '../../evaluation/statistics/index.js';

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
  { level, samples = RANK_DRAWS, seed = 1 }: RankRangeOptions = {},
): readonly (readonly [number, number])[] => rangesOf(macroDraws(systems, { samples, seed }), level);

/** Draws of which ranges of ranks are made. */
export const RANK_DRAWS = 1000;

/** The same of means that were drawn: for each system those of all draws. */
export const rangesOf = (
  drawn: readonly Float64Array[],
  level = 0.95,
): readonly (readonly [number, number])[] => {
  const samples = drawn[0]?.length ?? 0;
  const ranks = drawn.map(() => new Uint32Array(samples));
  const means = new Float64Array(drawn.length);
  for (let sample = 0; sample < samples; sample++) {
    for (let system = 0; system < drawn.length; system++) means[system] = drawn[system]![sample]!;
    const order = means.slice().sort().reverse();
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

const LEVEL = 0.05;

/**
 * The systems that no test tells apart, as sets that may overlap (a compact letter display): two systems share a set exactly where the test does
 * not part them. Tests are those of a comparison: paired, two-sided randomisation of the mean of tasks, corrected by Holm over all pairs. Gives
 * the numbers of each system's sets, from 0; systems come best first, and sets are in the order of their best systems.
 */
export const inseparableSets = (systems: readonly ScoresByTask[]): readonly (readonly number[])[] =>
  setsOf(systems.length, partedPairs(systems));

/** Sets of so many systems that hold two of them together exactly where the table of ones does not part them. */
export const setsOf = (count: number, parted: Uint8Array): readonly (readonly number[])[] => {
  const joined = new Uint8Array(count * count);
  const sets: number[][] = [];
  for (let a = 0; a < count; a++)
    for (let b = a; b < count; b++) {
      if (parted[a * count + b] || joined[a * count + b]) continue;
      // As large as it can be: with everyone who is parted from none of it.
      const set = a === b ? [a] : [a, b];
      for (let other = 0; other < count; other++)
        if (!set.includes(other) && set.every((each) => !parted[each * count + other])) set.push(other);
      for (const one of set) for (const other of set) joined[one * count + other] = 1;
      sets.push(set.sort((one, other) => one - other));
    }
  sets.sort((one, other) => one[0]! - other[0]! || one.at(-1)! - other.at(-1)!);
  return Array.from({ length: count }, (_, system) =>
    sets.flatMap((set, i) => (set.includes(system) ? [i] : [])),
  );
};

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly p: number;
}

/** Which systems a test tells apart, as a table of ones. */
const partedPairs = (systems: readonly ScoresByTask[]): Uint8Array => {
  const count = systems.length;
  const weighted = systems.map(macroDifferences);
  let open = notRejected(
    weighted.flatMap((one, a) =>
      weighted.slice(a + 1).map((other, i): Pair => ({ a, b: a + 1 + i, p: highestChance(one, other) })),
    ),
  );
  // A test by draws has no p below this, so that of very many pairs it could reject none.
  if (open.length / (RANDOMISATION_DEFAULTS.draws + 1) < LEVEL)
    open = notRejected(
      open.map(({ a, b, p }) => ({ a, b, p: Math.min(p, chanceOf(systems[a]!, systems[b]!)) })),
    );
  const parted = new Uint8Array(count * count).fill(1);
  for (const { a, b } of open) parted[a * count + b] = parted[b * count + a] = 0;
  for (let i = 0; i < count; i++) parted[i * count + i] = 0;
  return parted;
};

/** Holm's procedure: what is rejected no longer counts in the correction of the others. */
const notRejected = (pairs: readonly Pair[]): readonly Pair[] => {
  const left = pairs.filter(({ p }) => p * pairs.length >= LEVEL);
  return left.length < pairs.length ? notRejected(left) : left;
};

/** No p of the test is above this (Hoeffding's inequality for a sum of random signs): it spares most pairs of a long board the draws. */
const highestChance = (one: Float64Array, other: Float64Array): number => {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < one.length; i++) {
    const difference = one[i]! - other[i]!;
    sum += difference;
    squares += difference * difference;
  }
  return squares === 0 ? 1 : Math.min(1, 2 * Math.exp((-sum * sum) / (2 * squares)));
};

/** A p from the level on is never rejected, and need not be known. */
const chanceOf = (a: ScoresByTask, b: ScoresByTask): number =>
  chanceBelow(
    LEVEL,
    macroDifferences(a.map((scores, task) => Float64Array.from(scores, (score, i) => b[task]![i]! - score))),
  );
