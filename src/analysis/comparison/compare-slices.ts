import { lookup } from '../../core/index.js';
import {
  type ComparisonOptions,
  compareParts,
  type PairedComparison,
} from '../../evaluation/statistics/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import type { PairedTask } from './pair-tasks.js';
import { type PairedQuery, type Slicer, slicers } from './slices.js';

/** A part of the queries; p is corrected over the slices of the table. */
export interface SliceRow extends PairedComparison {
  readonly slice: string;
  readonly pHolm: number;
}

/** A comparison per slice of the queries. */
export interface SlicedComparison {
  readonly by: string;
  readonly title: string;
  /** What the scores of a row are: every query has the same weight. */
  readonly mean: 'mean of queries';
  readonly rows: readonly SliceRow[];
}

/** Compares on each slice of the queries of all tasks, every query with the same weight. */
export const compareSlices = async (
  tasks: readonly PairedTask[],
  by: string,
  open: OpenTask,
  options: ComparisonOptions = {},
): Promise<SlicedComparison> => {
  const { title, slice } = lookup<Slicer>('slice', slicers, by);
  const queries = tasks.flatMap((task): readonly PairedQuery[] =>
    task.queries.map((id, i) => ({ id, task, a: task.scores.a[i]!, b: task.scores.b[i]! })),
  );
  const groups = await slice(queries, open);
  const rows = compareParts(
    groups.map(({ name, items }) => ({
      name,
      scores: { a: items.map(({ a }) => a), b: items.map(({ b }) => b) },
    })),
    options,
  );
  return {
    by,
    title,
    mean: 'mean of queries',
    rows: rows.map(({ name, ...row }) => ({ slice: name, ...row })),
  };
};
