import { defined, InputError } from '../../core/index.js';
import {
  type Estimate,
  type IntervalOptions,
  type RandomisationOptions,
  setAgreement,
} from '../../evaluation/statistics/index.js';
import type { TaskPair } from './match-tasks.js';
import { type ScoredPair, scorePair } from './score-pair.js';
import { type Swap, swapsOf } from './swaps.js';
import type { SystemOnSets } from './systems-on-sets.js';

/** How well the small set represents the full one, on a task or over the mean of tasks. */
export interface AgreementRow {
  /** The full task's name, or what the row is over. */
  readonly over: string;
  readonly kind: 'task' | 'mean of tasks';
  readonly queries: { readonly full: number; readonly nano: number; readonly shared: number };
  /** Of the systems' means; absent where all are tied in one set. */
  readonly spearman?: Estimate;
  readonly kendall?: Estimate;
  /** Pairs of systems. */
  readonly pairs: number;
  /** Those in another order in the small set. */
  readonly swaps: readonly Swap[];
  /** How many are tied in one set alone. */
  readonly tied: number;
  /** Mean over systems of nano − full. */
  readonly shift: Estimate;
  readonly systems: readonly {
    readonly system: string;
    readonly full: number;
    readonly nano: number;
    readonly shift: Estimate;
  }[];
}

/** How a small set of tasks ranks systems, compared with the full one. */
export interface SetsComparison {
  readonly measure: string;
  readonly systems: readonly string[];
  readonly tasks: readonly TaskPair[];
  /** The mean of tasks first, unless there is one task only. */
  readonly rows: readonly AgreementRow[];
  /** Queries that not every system has a score for, by task. */
  readonly leftOut: readonly { readonly task: string; readonly full: number; readonly nano: number }[];
}

/** Settings of a comparison of two sets of tasks. */
export interface CompareSetsOptions {
  readonly interval?: IntervalOptions;
  readonly randomisation?: RandomisationOptions;
}

/** A correlation of two systems is 1 or −1 whatever they are. */
const FEWEST_SYSTEMS = 3;

/** Says how far a small set orders systems as the full one does, and how its scores shift. */
export const compareSets = (
  systems: readonly SystemOnSets[],
  tasks: readonly TaskPair[],
  measure: string,
  options: CompareSetsOptions = {},
): SetsComparison => {
  if (systems.length < FEWEST_SYSTEMS)
    throw new InputError({
      found: `${systems.length} systems run on both sets${systems.length ? `: ${systems.map(({ name }) => name).join(', ')}` : ''}`,
      expected: `at least ${FEWEST_SYSTEMS}, since two can only agree or not`,
      fix: 'run the same systems on both, each set with a separate --out',
    });
  if (tasks.length === 0)
    throw new InputError({
      found: 'no task that both sets have',
      fix: 'name pairs of tasks: --pair FULL=SMALL',
    });
  const scored = tasks.map((pair) => scorePair(pair, systems, measure));
  const { tasks: each, mean } = setAgreement(
    scored.map(({ sets }) => sets),
    options.interval,
  );
  const rowOf = (
    over: string,
    kind: AgreementRow['kind'],
    found: typeof mean,
    of: readonly ScoredPair[],
  ): AgreementRow => ({
    over,
    kind,
    queries: {
      full: sum(of.map(({ full }) => full[0]!.length)),
      nano: sum(of.map(({ nano }) => nano[0]!.length)),
      shared: sum(of.map(({ shared }) => shared)),
    },
    ...defined({ spearman: found.spearman, kendall: found.kendall }),
    pairs: (systems.length * (systems.length - 1)) / 2,
    ...swapsOf(
      systems.map(({ name }) => name),
      found,
      of,
      options.randomisation,
    ),
    shift: found.shift,
    systems: systems.map(({ name }, i) => ({
      system: name,
      full: found.full[i]!,
      nano: found.nano[i]!,
      shift: found.shifts[i]!,
    })),
  });
  return {
    measure,
    systems: systems.map(({ name }) => name),
    tasks,
    rows: [
      // Of one task the mean would be the task's own row.
      ...(tasks.length > 1 ? [rowOf('mean of tasks', 'mean of tasks', mean, scored)] : []),
      ...scored.map((pair, i) => rowOf(pair.task.full, 'task', each[i]!, [pair])),
    ],
    leftOut: scored
      .map(({ task, leftOut }) => ({ task: task.full, ...leftOut }))
      .filter(({ full, nano }) => full + nano > 0),
  };
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
