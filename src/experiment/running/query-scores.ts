import { readdir } from 'node:fs/promises';
import { commandLine, InputError, lookup, type QueryId, queryId, type Task } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { slug } from '../../search/pipeline/index.js';
import { taskWords } from '../../tasks/index.js';
import { incompleteText, isIncomplete, rerunWords } from '../record/index.js';
import { withMeasures } from '../rescoring/index.js';
import { readResult, resultFolder, type StoredResult } from '../results/index.js';

export interface QueryScoresOptions {
  /** Folder of records. */
  readonly results: string;
  /** A system as its folder is called, or as its pipeline is written. */
  readonly system: string;
  readonly measure: string;
  /** Takes scores of a result that lacks something because work failed. */
  readonly includeIncomplete?: boolean;
}

/** What a system that was run scored on each query of a task; a measure its record lacks is computed from the saved ranking. */
export const queryScores = async (
  task: Task,
  options: QueryScoresOptions,
): Promise<ReadonlyMap<QueryId, number>> => {
  const result = await resultOf(task, options);
  const wanted = parseMeasure(options.measure).name;
  const [scored] = await withMeasures([result], [wanted], async () => task);
  return new Map(scored!.queries.map(({ id, scores }) => [queryId(id), scores[wanted]!]));
};

/** The result of a system on these files of a task; one that lacks something is refused, unless that is asked for. */
export const resultOf = async (
  task: Task,
  { results, system, includeIncomplete = false }: Omit<QueryScoresOptions, 'measure'>,
): Promise<StoredResult> => {
  const name = await systemFolder(results, system);
  const folder = resultFolder(results, name, task.name);
  const result = await readResult(folder);
  const made = result ? rerunWords(result.record) : ['--system', system];
  const again = commandLine('run', ...taskWords(task), '--out', results, ...made);
  if (!result)
    throw new InputError({ at: { file: folder }, found: `no result of ${name} on ${task.name}`, fix: again });
  if (result.record.task.contentHash !== task.contentHash)
    throw new InputError({
      at: { file: folder },
      found: 'a result on other files of this task',
      fix: `${again} --overwrite`,
    });
  if (isIncomplete(result) && !includeIncomplete)
    throw new InputError({
      at: { file: folder },
      found: `an incomplete result: ${incompleteText(result.record.incomplete!)}`,
      fix: `${again}, or add --include-incomplete`,
    });
  return result;
};

const systemFolder = async (results: string, system: string): Promise<string> => {
  const entries = await readdir(results, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => [name, name] as const);
  if (folders.length === 0)
    throw new InputError({
      at: { file: results },
      found: 'no results',
      fix: 'run a system first, as r2med run --retriever bm25, and name its folder with --results',
    });
  const known = Object.fromEntries(folders);
  return Object.hasOwn(known, system) ? system : lookup('system with results', known, slug(system));
};
