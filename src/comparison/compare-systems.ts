import {
  type ComparisonOptions,
  compareMacro,
  comparePaired,
  holm,
  type PairedComparison,
} from '../evaluation/index.js';
import { type PairedTask, pairTask, sharedTasks } from './pair-tasks.js';
import type { SystemScores } from './system-scores.js';

/** A comparison with its p corrected over all that are shown with it. */
export interface ComparisonRow extends PairedComparison {
  /** The task, or what the row is over. */
  readonly over: string;
  readonly kind: 'task' | 'mean of tasks' | 'all queries';
  /** Randomisation p, Holm-corrected. */
  readonly pHolm: number;
}

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
  /** How many p-values the correction is over. */
  readonly family: number;
  readonly systems: readonly ComparedSystem[];
}

/** Settings of a comparison of systems. */
export interface CompareOptions extends ComparisonOptions {
  /** Order of the tasks; others follow in the order of A. */
  readonly order?: readonly string[];
}

/** Compares every system with the first, task by task and overall, on the tasks that all of them have. */
export const compareSystems = (
  sides: readonly SystemScores[],
  measure: string,
  options: CompareOptions = {},
): SystemsComparison => {
  const { shared, left } = sharedTasks(sides);
  const names = [...new Set([...(options.order ?? []).filter((task) => shared.includes(task)), ...shared])];
  const [baseline, ...others] = sides;
  const compared = others.map((side) => {
    const tasks = names.map((name) => pairTask(name, baseline!, side, measure));
    return { system: side.name, tasks, rows: rowsOf(tasks, options) };
  });
  const corrected = holm(compared.flatMap(({ rows }) => rows.map(({ randomisation }) => randomisation.p)));
  let place = 0;
  return {
    measure,
    baseline: baseline!.name,
    tasks: names,
    left,
    family: corrected.length,
    systems: compared.map(({ system, tasks, rows }) => ({
      system,
      tasks,
      rows: rows.map((row) => ({ ...row, pHolm: corrected[place++]! })),
    })),
  };
};

const rowsOf = (
  tasks: readonly PairedTask[],
  options: ComparisonOptions,
): readonly Omit<ComparisonRow, 'pHolm'>[] => {
  const each = tasks.map(({ name, scores }) => ({
    over: name,
    kind: 'task' as const,
    ...comparePaired(scores, options),
  }));
  // Of one task both overall rows would be the task's own.
  if (tasks.length === 1) return each;
  const pooled = {
    a: tasks.flatMap(({ scores }) => Array.from(scores.a)),
    b: tasks.flatMap(({ scores }) => Array.from(scores.b)),
  };
  return [
    ...each,
    {
      over: 'mean of tasks',
      kind: 'mean of tasks',
      ...compareMacro(
        tasks.map(({ scores }) => scores),
        options,
      ),
    },
    { over: 'all queries', kind: 'all queries', ...comparePaired(pooled, options) },
  ];
};

/** The row that represents the whole: the mean of tasks, or the only task. */
export const overall = ({ rows }: ComparedSystem): ComparisonRow =>
  rows.find(({ kind }) => kind === 'mean of tasks') ?? rows[0]!;
