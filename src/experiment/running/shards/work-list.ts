import { type JsonObject, rangeOf, type Shard, type Task, withoutSecrets } from '../../../core/index.js';
import { packageVersion } from '../../../platform/node/index.js';
import type { ExperimentPlan, PlannedRun } from '../../plans/index.js';
import { QUERIES_AT_ONCE } from '../search.js';

/** One system on one task: what a result is made of. */
export interface WorkItem {
  readonly task: Task;
  readonly planned: PlannedRun;
}

/** Queries that are handed to a system at once. */
export interface Block {
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

/** What of an item is a shard's. */
export interface Share {
  /** Position of the item among all. */
  readonly item: number;
  readonly blocks: readonly Block[];
}

/** Task by task, and system by system within one: neighbours share a corpus, and then an index. */
export const itemsOf = (runs: readonly PlannedRun[], tasks: readonly Task[]): readonly WorkItem[] =>
  tasks.flatMap((task) => runs.map((planned) => ({ task, planned })));

/**
 * The queries of a task in the batches in which one process answers them, so that every batch is the same in a shard. A task
 * without queries has one block without any.
 */
export const blocksOf = (queries: number): readonly Block[] =>
  Array.from({ length: Math.max(1, Math.ceil(queries / QUERIES_AT_ONCE)) }, (_, i) => ({
    first: i * QUERIES_AT_ONCE,
    end: Math.min((i + 1) * QUERIES_AT_ONCE, queries),
  }));

/** All blocks of all items in a row, cut into as many pieces as there are shards. */
export const shareOf = (queries: readonly number[], shard: Shard): readonly Share[] => {
  const row = queries.flatMap((count, item) => blocksOf(count).map((block) => ({ item, block })));
  const { first, end } = rangeOf(row.length, shard);
  const mine = row.slice(first, end);
  return [...new Set(mine.map(({ item }) => item))].map((item) => ({
    item,
    blocks: mine.filter((each) => each.item === item).map(({ block }) => block),
  }));
};

/** Everything that shards of one split must agree on. */
export interface WorkList {
  readonly tool: string;
  readonly missing: 'zero' | 'skip';
  readonly items: readonly {
    readonly system: string;
    readonly settings: JsonObject;
    readonly folder: string;
    readonly measures: readonly string[];
    readonly task: string;
    readonly contentHash: string;
    readonly queries: number;
  }[];
}

export const workListOf = (
  items: readonly WorkItem[],
  { missing = 'zero' }: ExperimentPlan,
  measuresOf: (planned: PlannedRun) => readonly string[],
): WorkList => ({
  tool: `r2med ${packageVersion()}`,
  missing,
  items: items.map(({ task, planned }) => ({
    system: withoutSecrets(planned.system),
    settings: { ...planned.settings },
    folder: planned.folder,
    measures: measuresOf(planned),
    task: task.name,
    contentHash: task.contentHash,
    queries: task.queries.length,
  })),
});
