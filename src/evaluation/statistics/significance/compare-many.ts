import { defined } from '../../../core/index.js';
import { type ComparisonOptions, compareMacro, comparePaired, type PairedComparison } from './compare.js';
import type { PairedScores } from './differences.js';
import { holm } from './holm.js';

/** A comparison, and its p corrected over all that answer a question of the same kind. */
export interface ComparisonRow extends PairedComparison {
  /** The task, or what the row is over. */
  readonly over: string;
  readonly kind: 'task' | 'mean of tasks' | 'all queries';
  /** Randomisation p, Holm-corrected; absent over all queries, which asks the question of the mean of tasks again. The interval is not corrected. */
  readonly pHolm?: number;
}

/** Scores of two systems under the name of what they are on: a task, or a part of the queries. */
export interface NamedScores {
  readonly name: string;
  readonly scores: PairedScores;
}

/**
 * Each comparison task by task and overall. The overall question is corrected over the comparisons, as on a leaderboard, so that adding tasks does not hide
 * an answer; tasks are corrected over all tasks of all comparisons.
 */
export const compareTasks = (
  comparisons: readonly (readonly NamedScores[])[],
  options: ComparisonOptions = {},
): readonly (readonly ComparisonRow[])[] => {
  const compared = comparisons.map((tasks) => rowsOf(tasks, options));
  const corrected = new Map<(typeof compared)[number][number], number>();
  for (const kind of ['task', 'mean of tasks'] as const) {
    const family = compared.flat().filter((row) => row.kind === kind);
    holm(family.map(({ randomisation }) => randomisation.p)).forEach((p, i) => {
      corrected.set(family[i]!, p);
    });
  }
  return compared.map((rows) => rows.map((row) => ({ ...row, ...defined({ pHolm: corrected.get(row) }) })));
};

/** A comparison on each part of the queries; the correction is over the parts. */
export const compareParts = (
  parts: readonly NamedScores[],
  options: ComparisonOptions = {},
): readonly (PairedComparison & { readonly name: string; readonly pHolm: number })[] => {
  const rows = parts.map(({ name, scores }) => ({ name, ...comparePaired(scores, options) }));
  const corrected = holm(rows.map(({ randomisation }) => randomisation.p));
  return rows.map((row, i) => ({ ...row, pHolm: corrected[i]! }));
};

/** The row that represents the whole: the mean of tasks, or the only task. */
export const overallRow = (rows: readonly ComparisonRow[]): ComparisonRow =>
  rows.find(({ kind }) => kind === 'mean of tasks') ?? rows[0]!;

const rowsOf = (
  tasks: readonly NamedScores[],
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
