import { own, type Task } from '../core/index.js';
import type { Result } from '../record/index.js';
import { type PublishedRow, type Verdict, verdict } from '../results/index.js';
import type { TaskEntry } from '../tasks/index.js';

export interface Comparison {
  readonly source: string;
  readonly task: string;
  readonly measure: string;
  readonly published: number;
  readonly ours: number;
  readonly verdict: Verdict;
}

/** Compares a result with what was published for the same system and task, measure by measure. */
export const compareWithPublished = (
  { record }: Result,
  rows: readonly PublishedRow[],
): readonly Comparison[] =>
  rows.flatMap(({ source, decimals, row }) =>
    Object.entries(own(row.scores, record.task.name) ?? {}).flatMap(([measure, published]) => {
      const ours = own(record.scores, measure);
      if (ours === undefined) return [];
      const base = { source, task: record.task.name, measure, published, ours };
      return [{ ...base, verdict: verdict(published, ours, decimals) }];
    }),
  );

/** Settings of the task that differ from those the published numbers were made with. */
export const differingSettings = async (
  task: Task,
  { counts, source }: TaskEntry,
): Promise<readonly string[]> => {
  const census = await task.statistics();
  const keys = ['queries', 'documents', 'uniqueDocuments', 'judgements'] as const;
  const differing = keys
    .filter((key) => census[key] !== counts[key])
    .map((key) => `${census[key]} ${key} here, ${counts[key]} in the published task`);
  const revision = source.from === 'hub' ? source.revision : undefined;
  return revision && task.revision !== revision
    ? [`revision ${task.revision} here, ${revision} published`, ...differing]
    : differing;
};

/** The deepest cut-off among published measures: how many hits a reproduction must keep. */
export const publishedDepth = (rows: readonly PublishedRow[]): number =>
  Math.max(
    100,
    ...rows.flatMap(({ row }) =>
      Object.values(row.scores).flatMap((scores) =>
        Object.keys(scores).map((name) => Number(name.split('@')[1] ?? 0)),
      ),
    ),
  );
