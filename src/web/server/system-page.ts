import { defined, type Json } from '../../core/index.js';
import { interval } from '../../evaluation/statistics/index.js';
import { factParts, incompleteText, rerunWords } from '../../experiment/record/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import { isFolderTask } from '../../tasks/index.js';
import type { Key, LeaderboardRow, Provenance, SystemPage, SystemTask } from '../page-data/index.js';
import type { QueryFiles } from './query-files.js';
import type { OwnResult } from './records.js';
import { sliceQueries } from './sliced-queries.js';
import { pipelineOf } from './spec-stages.js';

/** A board's row of a system, with what is needed to lead from it to the system's tasks. */
export interface PlacedRow {
  readonly board: Key;
  readonly measure: string;
  readonly taskKeys: ReadonlyMap<string, Key>;
  readonly row: LeaderboardRow;
  /** Other rows of the same name: published elsewhere, or run here. */
  readonly namesakes: readonly LeaderboardRow[];
}

/** What a system is, where it is strong, what it costs. Of a published system only what its source says. */
export const systemPageOf = async (
  placed: readonly PlacedRow[],
  results: readonly OwnResult[],
  open: OpenTask,
  files: QueryFiles,
): Promise<SystemPage> => {
  const { row, measure } = placed[0]!;
  const first = results[0]?.record;
  const { slices, notes } =
    results.length > 0 ? await slicesOf(results, measure, open, files) : { slices: [], notes: [] };
  return {
    key: row.key,
    name: row.name,
    rows: placed.map(({ board, row: own }) => ({ board, row: own })),
    measure,
    tasks: placed.flatMap((each) => tasksOf(each, results)),
    ...(first && {
      pipeline: pipelineOf(first.spec as Json),
      spec: first.spec as Json,
      rerun: rerunOf(results),
    }),
    slices,
    sliceNotes: notes,
    namesakes: placed.flatMap(({ namesakes }) =>
      namesakes.map(({ key, source, mean }) => ({ key, source: source.title, ...defined({ mean }) })),
    ),
  };
};

const tasksOf = ({ board, taskKeys, row }: PlacedRow, results: readonly OwnResult[]): readonly SystemTask[] =>
  [...taskKeys].flatMap(([name, task]): readonly SystemTask[] => {
    const own = results.find(({ record }) => record.task.name === name);
    if (own && row.source.group === 'own') return [ownTask(own, board, task)];
    return Object.hasOwn(row.scores, name) ? [{ task, name, board, queries: 0, perQuery: false }] : [];
  });

const ownTask = ({ record }: OwnResult, board: Key, task: Key): SystemTask => ({
  task,
  name: record.task.name,
  board,
  queries: record.task.queries,
  ...(record.incomplete && { incomplete: incompleteText(record.incomplete) }),
  perQuery: record.evaluation.judgedQueries > 0,
  provenance: provenanceOf(record),
});

const provenanceOf = (record: OwnResult['record']): Provenance => {
  const { provenance, fingerprint, timings, task, evaluation } = record;
  const { contentHash } = task;
  const unsealed = factParts(record.facts).some(({ writing }) => writing?.sealed === false);
  const notes = unsealed ? [...task.notes, UNSEALED] : task.notes;
  const { ties, missing } = evaluation;
  return { ...provenance, fingerprint, timings, contentHash, notes, ties, missing };
};

const UNSEALED =
  'Its generated texts have no seal: that they are as they were written, only who made them can say.';

/** The words of a command. A folder is named by its task: paths of this machine stay on it. */
const rerunOf = (results: readonly OwnResult[]): readonly string[] => {
  const tasks = results.map(({ record }) => record.task);
  const folders = tasks.filter(isFolderTask).flatMap(({ name: folder }) => ['--data', folder]);
  const suites = [...new Set(tasks.filter((task) => !isFolderTask(task)).map(({ suite }) => suite))];
  const words = [...suites.flatMap((suite) => ['--suite', suite]), ...folders];
  return ['run', ...words, ...rerunWords(results[0]!.record)];
};

/** A system's scores on each part of its queries. */
const slicesOf = async (
  results: readonly OwnResult[],
  measure: string,
  open: OpenTask,
  files: QueryFiles,
) => {
  const { slices, notes } = await sliceQueries(results, measure, open, files);
  return {
    slices: slices.map(({ by, title, parts }) => ({
      by,
      title,
      rows: parts.map(({ name, queries }) => {
        const values = queries.map(({ score }) => score);
        const { low, high } = interval(values, { samples: SAMPLES });
        return {
          name,
          queries: values.length,
          mean: values.reduce((sum, value) => sum + value, 0) / values.length,
          interval: [low, high] as const,
        };
      }),
    })),
    notes,
  };
};

/** The ends of an interval move by about 0.003 between seeds, which a chart does not show. */
const SAMPLES = 2000;
