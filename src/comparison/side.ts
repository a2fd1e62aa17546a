import type { Run } from '../core/index.js';
import type { QueryResult, Result, ResultRecord } from '../record/index.js';

/** The task that scores were made on, as far as two sides must agree on it. */
export type TaskIdentity = Pick<ResultRecord['task'], 'name' | 'suite' | 'contentHash' | 'family'>;

/** What decided a score besides the measure. */
export type Rule = Pick<ResultRecord['evaluation'], 'ties' | 'missing'>;

/** A system's scores on one task, from a record or from a run file scored just now. */
export interface ScoredTask {
  readonly task: TaskIdentity;
  readonly rule: Rule;
  readonly queries: ReadonlyMap<string, QueryResult>;
  /** The rankings; undefined where the run file of a record is gone. */
  run(): Promise<Run | undefined>;
  readonly record?: ResultRecord;
}

/** One of the systems that are compared. */
export interface Side {
  readonly name: string;
  readonly tasks: ReadonlyMap<string, ScoredTask>;
}

/** One system's results as a side; `runOf` finds the rankings of a result, where they are wanted. */
export const sideOfResults = (
  name: string,
  results: readonly Result[],
  runOf: (result: Result) => Promise<Run | undefined> = async () => undefined,
): Side => ({
  name,
  tasks: new Map(
    results.map((result): readonly [string, ScoredTask] => [
      result.record.task.name,
      {
        task: result.record.task,
        rule: result.record.evaluation,
        queries: new Map(result.queries.map((query) => [query.id, query])),
        run: () => runOf(result),
        record: result.record,
      },
    ]),
  ),
});
