import { InputError, type QueryId, type Ranking, type Task } from '../../core/index.js';
import { incompleteText, type ResultRecord } from '../../experiment/record/index.js';
import {
  readResult,
  readResultRun,
  resultFolder,
  type StoredResult,
} from '../../experiment/results/index.js';
import { slug } from '../../search/pipeline/index.js';

/** What a record holds of one query. */
export interface RecordedRanking {
  readonly record: ResultRecord;
  readonly hits: Ranking;
  readonly scores: Readonly<Record<string, number>>;
  /** What work that failed left out, if the record is incomplete. */
  readonly incomplete?: string;
}

/** What a record holds of each query. */
export type RecordedRankings = (query: QueryId) => RecordedRanking;

/**
 * The record of a system on a task, by its text or by the name of its folder; undefined where there is none. A damaged one is an
 * error, and so is one of other data.
 */
export const recordedRankings = async (
  results: string,
  system: string,
  task: Task,
): Promise<RecordedRankings | undefined> => {
  const result = await resultOf(results, system, task);
  if (!result) return undefined;
  const { record, queries, folder } = result;
  if (record.task.contentHash !== task.contentHash)
    throw new InputError({
      at: { file: folder },
      found: `a result of ${record.name} on other data than ${task.name} has now`,
      fix: 'run it again with --overwrite',
    });
  const run = await readResultRun(result);
  const scores = new Map(queries.map((row) => [row.id, row.scores]));
  return (query) => ({
    record,
    hits: run.get(query) ?? [],
    scores: scores.get(query) ?? {},
    ...(record.incomplete && { incomplete: incompleteText(record.incomplete) }),
  });
};

const resultOf = async (results: string, system: string, task: Task): Promise<StoredResult | undefined> => {
  for (const name of new Set([slug(system), system])) {
    const found = await readResult(resultFolder(results, name, task.name));
    if (found) return found;
  }
  return undefined;
};
