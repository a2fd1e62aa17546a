import { dirname } from 'node:path';
import { commandLine, InputError, type Task } from '../../core/index.js';
import { type Measure, parseMeasure } from '../../evaluation/measures/index.js';
import { taskWords } from '../../tasks/index.js';
import { type Result, rerunWords } from '../record/index.js';
import { readResultRun, type StoredResult } from '../results/index.js';
import { type OpenTask, taskOpener } from './open-task.js';
import { recordIntervals, scoreSaved, withAnswered } from './query-results.js';

/**
 * Results with these measures: those that were not computed when the system ran are computed now, from the saved ranking and the
 * judgements of the task, which must be on this machine with the same content.
 */
export const withMeasures = async <T extends StoredResult>(
  results: readonly T[],
  wanted: readonly (string | Measure)[],
  open: OpenTask = taskOpener(),
): Promise<readonly T[]> => {
  const byName = new Map(wanted.map((each) => [typeof each === 'string' ? each : each.name, each]));
  const all: T[] = [];
  for (const result of results) {
    const lacking = [...byName].filter(([name]) => !Object.hasOwn(result.record.scores, name));
    const measures = lacking.map(([, each]) => (typeof each === 'string' ? parseMeasure(each) : each));
    all.push(measures.length === 0 ? result : await computed(result, measures, open));
  }
  return all;
};

const computed = async <T extends StoredResult>(
  result: T,
  measures: readonly Measure[],
  open: OpenTask,
): Promise<T> => {
  const { record, folder } = result;
  const task = await open(record.task);
  if (task) return { ...result, ...(await addMeasures(result, measures, task)) };
  const names = measures.map(({ name }) => name).join(', ');
  const [out, first] = [dirname(dirname(folder)), measures[0]!.name];
  throw new InputError({
    at: { file: folder },
    found: `no ${names} in this result, and ${record.task.name} is not on this machine with the same content, to compute it from run.trec`,
    expected: `one of ${Object.keys(record.scores).join(', ')}`,
    fix:
      `restore the files of the task (content ${record.task.contentHash.slice(0, 12)}…), or run it again: ` +
      commandLine(
        'run',
        ...taskWords(record.task),
        ...rerunWords(record),
        '--out',
        out,
        '--measure',
        first,
        '--overwrite',
      ),
  });
};

/** A result with more measures, from its saved ranking and its task. */
export const addMeasures = async (
  result: StoredResult,
  measures: readonly Measure[],
  { judgements }: Pick<Task, 'judgements'>,
): Promise<Result> => {
  const { record, queries } = result;
  const run = withAnswered(await readResultRun(result), queries);
  const found = scoreSaved(run, judgements, measures, record.evaluation);
  const scoresOf = new Map<string, Readonly<Record<string, number>>>(found.queries);
  return {
    record: {
      ...record,
      scores: { ...record.scores, ...found.means },
      intervals: { ...record.intervals, ...recordIntervals(found, measures) },
    },
    queries: queries.map((query) => ({ ...query, scores: { ...query.scores, ...scoresOf.get(query.id) } })),
  };
};
