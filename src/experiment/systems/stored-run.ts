import {
  byPrefix,
  InputError,
  type Retriever,
  readSettings,
  type SettingValues,
  setting,
  type Task,
} from '../../core/index.js';
import { isFile } from '../../platform/node/index.js';
import { type StageText, slug } from '../../search/pipeline/index.js';
import { readResult, resultFolder, runFile, storedRun } from '../results/index.js';
import type { Resolved } from './resolved.js';
import { candidateConfig, storedCandidates } from './stored-candidates.js';

/** Of the lists that are published with a task. */
export const STORED_SETTINGS = {
  safeguard: setting.truth('the relevant document behind a list that found none'),
} as const;

export interface StoredRunPlace {
  readonly task: Task;
  readonly topK?: number;
  /** Where records are saved: `stored:SLUG` is a run of an earlier call there. */
  readonly out?: string;
}

/**
 * The retriever that a stored run is. `stored:CONFIG` is a candidate list published with the task; `stored:FILE` is a run file, `{task}` in it standing for the task's name;
 * `stored:SLUG` the run of a system in `out`, by its folder or its text.
 */
export const resolveStoredRun = (stage: StageText): Resolved<StoredRunPlace, Retriever> => {
  if (stage.values.length > 0)
    throw new InputError({ found: stage.text, expected: 'no setting, or safeguard=false' });
  const settings = readSettings('a stored run', STORED_SETTINGS, stage.named);
  return { build: (place) => storedRetriever(stage, settings, place) };
};

const storedRetriever = async (
  stage: StageText,
  settings: SettingValues<typeof STORED_SETTINGS>,
  { task, topK, out }: StoredRunPlace,
): Promise<Retriever> => {
  const { rest: named } = byPrefix({ stored: true }, stage.name)!;
  const depth = topK === undefined ? {} : { topK };
  const config = candidateConfig(task, named);
  if (config !== undefined)
    return storedCandidates(task, config, { name: stage.name, ...settings, ...depth });
  if (Object.keys(settings).length > 0)
    throw new InputError({ found: stage.text, expected: 'a stored run without settings' });
  const folder = out === undefined ? undefined : resultFolder(out, slug(named), task.name);
  const places = [named.replaceAll('{task}', task.name), ...(folder === undefined ? [] : [runFile(folder)])];
  // The run of a result counts as long as the whole result is what was written.
  for (const [i, file] of places.entries())
    if (i === 0 ? await isFile(file) : await readResult(folder!))
      return storedRun(file, {
        name: stage.name,
        queries: task.queries.map(({ id }) => id),
        ...depth,
      });
  throw new InputError({
    found: `no run at ${places.join(' or ')}`,
    expected: ['a run file', 'the name of a system with saved results', ...listsOf(task)].join(', or '),
    fix: 'run that system first, or name the file, as stored:runs/{task}.trec',
  });
};

const listsOf = ({ candidateConfigs = [] }: Task): readonly string[] =>
  candidateConfigs.length > 0 ? [`a list of the task: ${candidateConfigs.join(', ')}`] : [];
