import { commandLine, groupBy, InputError, lookup, queryId, type Task } from '../../core/index.js';
import {
  type ComparisonOptions,
  compareParts,
  type Group,
  type PairedComparison,
  quartiles,
} from '../../evaluation/statistics/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import { taskWords } from '../../tasks/index.js';
import type { PairedTask } from './pair-tasks.js';
import { termOverlaps } from './term-overlaps.js';

/** A query under both systems, with the task it belongs to. */
export interface PairedQuery {
  readonly id: string;
  readonly task: PairedTask;
  readonly a: number;
  readonly b: number;
}

export interface Slicer {
  /** How the queries are divided, for help and table. */
  readonly title: string;
  slice(queries: readonly PairedQuery[], open: OpenTask): Promise<readonly Group<PairedQuery>[]>;
}

const named = (queries: readonly PairedQuery[], nameOf: (query: PairedQuery) => string) =>
  Array.from(groupBy(queries, nameOf), ([name, items]) => ({ name, items }));

const between = (low: string | number, high: string | number, unit: string): string =>
  low === high ? `${high} ${unit}` : `${low}–${high} ${unit}`;

/** The ways to part the queries: "where does it win". */
export const slicers = {
  family: {
    title: 'family of the task',
    slice: async (queries) => named(queries, ({ task }) => task.a.task.family ?? 'no family'),
  },
  'body-system': {
    title: 'body system the query is labelled with',
    async slice(queries, open) {
      const tasks = await openAll(queries, open);
      const labelOf = ({ task, id }: PairedQuery): string =>
        tasks.get(task)!.labels.get(queryId(id))?.bodySystem ?? 'no label';
      return [...named(queries, labelOf)].sort((a, b) => b.items.length - a.items.length);
    },
  },
  'query-length': {
    title: 'words of the query, in quartiles',
    async slice(queries, open) {
      const words = new Map<string, number>();
      for (const [task, opened] of await openAll(queries, open))
        for (const { id, text } of opened.queries)
          words.set(keyOf(task, id), text.split(/\s+/u).filter(Boolean).length);
      return quartiles(
        queries,
        ({ task, id }) => words.get(keyOf(task, id)) ?? 0,
        (low, high) => between(low, high, high === 1 ? 'word' : 'words'),
      );
    },
  },
  overlap: {
    title: "share of the query's terms that occur in its relevant documents, in quartiles",
    async slice(queries, open) {
      const shares = await overlaps(queries, open);
      return quartiles(
        queries,
        (query) => shares.get(query)!,
        (low, high) => between(Math.round(low * 100), Math.round(high * 100), '%'),
      );
    },
  },
  positives: {
    title: 'number of relevant documents, in quartiles',
    slice: async (queries) =>
      quartiles(
        queries,
        (query) => positivesOf(query).length,
        (low, high) => between(low, high, high === 1 ? 'positive' : 'positives'),
      ),
  },
} as const satisfies Record<string, Slicer>;

/** The name of a way to slice queries. */
export type SlicerName = keyof typeof slicers;

const keyOf = (task: PairedTask, id: string): string => JSON.stringify([task.name, id]);

const positivesOf = ({ task, id }: PairedQuery): readonly string[] =>
  Object.keys(task.a.queries.get(id)!.ranks);

const openAll = async (
  queries: readonly PairedQuery[],
  open: OpenTask,
): Promise<ReadonlyMap<PairedTask, Task>> => {
  const opened = new Map<PairedTask, Task>();
  for (const task of new Set(queries.map((query) => query.task))) {
    const found = await open(task.a.task);
    if (!found)
      throw new InputError({
        found: `${task.name} of ${task.a.task.suite} is not on this machine as it was when it was run`,
        expected: 'its queries and corpus, which these slices are cut by',
        fix: `${commandLine('fetch', ...taskWords(task.a.task))}, or slice by family or positives`,
      });
    opened.set(task, found);
  }
  return opened;
};

const overlaps = async (
  queries: readonly PairedQuery[],
  open: OpenTask,
): Promise<ReadonlyMap<PairedQuery, number>> => {
  const shares = new Map<PairedQuery, number>();
  for (const [task, opened] of await openAll(queries, open)) {
    const own = queries.filter((query) => query.task === task);
    const found = await termOverlaps(opened, new Map(own.map((query) => [query.id, positivesOf(query)])));
    for (const query of own) shares.set(query, found.get(query.id)!);
  }
  return shares;
};

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
