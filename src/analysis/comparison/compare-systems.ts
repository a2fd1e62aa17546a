import {
  type ComparisonOptions,
  type ComparisonRow,
  compareTasks,
  overallRow,
} from '../../evaluation/statistics/index.js';
import { type PairedTask, pairTask, sharedTasks } from './pair-tasks.js';
import type { SystemScores } from './system-scores.js';

/** One system compared with the baseline, overall and per task. */
export interface ComparedSystem {
  readonly system: string;
  readonly rows: readonly ComparisonRow[];
  readonly tasks: readonly PairedTask[];
}

/** Systems compared with a baseline on the tasks that all of them have. */
export interface SystemsComparison {
  readonly measure: string;
  /** The first system, A; every other is compared with it. */
  readonly baseline: string;
  readonly tasks: readonly string[];
  readonly left: readonly { readonly system: string; readonly tasks: readonly string[] }[];
  /** How many p-values each correction is over: overall, and of single tasks. */
  readonly family: { readonly overall: number; readonly tasks: number };
  readonly systems: readonly ComparedSystem[];
}

/** Settings of a comparison of systems. */
export interface CompareSystemsOptions extends ComparisonOptions {
  /** Order of the tasks; others follow in the order of A. */
  readonly order?: readonly string[];
}

/** Compares every system with the first, task by task and overallComparison, on the tasks that all of them have. */
export const compareSystems = (
  sides: readonly SystemScores[],
  measure: string,
  options: CompareSystemsOptions = {},
): SystemsComparison => {
  const { shared, left } = sharedTasks(sides);
  const names = [...new Set([...(options.order ?? []).filter((task) => shared.includes(task)), ...shared])];
  const [baseline, ...others] = sides;
  const paired = others.map((side) => names.map((name) => pairTask(name, baseline!, side, measure)));
  const compared = compareTasks(paired, options);
  return {
    measure,
    baseline: baseline!.name,
    tasks: names,
    left,
    family: { overall: others.length, tasks: others.length * names.length },
    systems: others.map((side, i) => ({ system: side.name, tasks: paired[i]!, rows: compared[i]! })),
  };
};

/** The row that represents the whole: the mean of tasks, or the only task. */
export const overallComparison = ({ rows }: ComparedSystem): ComparisonRow => overallRow(rows);
