import type { Run } from '../../core/index.js';
import type { Measure } from '../../evaluation/measures/index.js';
import {
  isIncomplete,
  type QueryResult,
  type Result,
  type ResultRecord,
} from '../../experiment/record/index.js';
import { type OpenTask, type TaskIdentity, withMeasures } from '../../experiment/rescoring/index.js';
import { readResultRun, type StoredResult } from '../../experiment/results/index.js';

/** What decided a score besides the measure. */
export type Rule = Pick<ResultRecord['evaluation'], 'ties' | 'missing'>;

/** A system's scores on one task, from a record or from a run file scored just now. */
export interface ScoredTask {
  readonly task: TaskIdentity;
  readonly rule: Rule;
  readonly queries: ReadonlyMap<string, QueryResult>;
  /** The rankings; undefined if none were saved. */
  run(): Promise<Run | undefined>;
  readonly record?: ResultRecord;
  /** The result itself, where it was read from a folder. */
  readonly stored?: StoredResult;
}

/** One of the systems that are compared. */
export interface SystemScores {
  readonly name: string;
  readonly tasks: ReadonlyMap<string, ScoredTask>;
}

/** One system's results as its scores; the rankings are there if the results were read from a folder. */
export const scoresOfResults = (name: string, results: readonly (Result | StoredResult)[]): SystemScores => ({
  name,
  tasks: new Map(results.map((result) => [result.record.task.name, scoredTask(result)])),
});

const scoredTask = (result: Result | StoredResult): ScoredTask => ({
  task: result.record.task,
  rule: result.record.evaluation,
  queries: new Map(result.queries.map((query) => [query.id, query])),
  run: async () => ('folder' in result ? readResultRun(result) : undefined),
  record: result.record,
  ...('folder' in result && { stored: result }),
});

/** The scores of a system with measures that its records of these tasks may lack, computed from the saved rankings. */
export const scoresWithMeasures = async (
  { name, tasks }: SystemScores,
  measures: readonly (string | Measure)[],
  open: OpenTask,
  wanted: readonly string[],
): Promise<SystemScores> => {
  const all = new Map<string, ScoredTask>();
  for (const [task, scored] of tasks)
    all.set(task, wanted.includes(task) ? await taskWithMeasures(scored, measures, open) : scored);
  return { name, tasks: all };
};

const taskWithMeasures = async (
  scored: ScoredTask,
  measures: readonly (string | Measure)[],
  open: OpenTask,
): Promise<ScoredTask> => {
  const { stored } = scored;
  if (!stored) return scored;
  const [found] = await withMeasures([stored], measures, open);
  return found === stored ? scored : scoredTask(found!);
};

/** The scores that a comparison counts. */
export interface CountedScores {
  readonly sides: readonly SystemScores[];
  /** Records that lack something because work failed, under the names of their systems; counted only where that was requested. */
  readonly incomplete: readonly ResultRecord[];
}

/** Systems without their incomplete results, unless these are to be counted. */
export const countedScores = (sides: readonly SystemScores[], includeIncomplete = false): CountedScores => ({
  sides: includeIncomplete
    ? sides
    : sides.map((side) => ({
        ...side,
        tasks: new Map([...side.tasks].filter(([, { record }]) => !record || !isIncomplete({ record }))),
      })),
  incomplete: sides.flatMap(({ name, tasks }) =>
    [...tasks.values()].flatMap(({ record }) =>
      record && isIncomplete({ record }) ? [{ ...record, name }] : [],
    ),
  ),
});
