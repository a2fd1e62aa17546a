import {
  byPrefix,
  documentIds,
  InputError,
  type QueryId,
  type Ranking,
  type Retriever,
  readSettings,
  type SettingValues,
  setting,
  type Task,
} from '../../core/index.js';
import { isFile, sha256 } from '../../platform/node/index.js';
import { type StageText, slug } from '../../search/pipeline/index.js';
import { HYBRID_CANDIDATES, mustBeOfTask, safeguardsIn } from '../../tasks/index.js';
import { readResult, resultFolder, runFile, storedRun } from '../results/index.js';
import type { Resolved } from './model-context.js';

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
    throw new InputError({
      found: stage.text,
      expected: 'no setting, or safeguard=false',
      fix: 'leave out the brackets, or write (safeguard=false)',
    });
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
    throw new InputError({
      found: stage.text,
      expected: 'a stored run without settings',
      fix: 'leave out the brackets',
    });
  const folder = out === undefined ? undefined : resultFolder(out, slug(named), task.name);
  const places = [named.replaceAll('{task}', task.name), ...(folder === undefined ? [] : [runFile(folder)])];
  // The run of a result counts as long as the whole result is what was written.
  for (const [i, file] of places.entries())
    if (i === 0 ? await isFile(file) : await readResult(folder!))
      return storedRun(file, { name: stage.name, queries: task.queries.map(({ id }) => id), ...depth });
  throw new InputError({
    found: `no run at ${places.join(' or ')}`,
    expected: ['a run file', 'the name of a system with saved results', ...listsOf(task)].join(', or '),
    fix: 'run that system first, or name the file, as stored:runs/{task}.trec',
  });
};

const listsOf = ({ candidateConfigs = [] }: Task): readonly string[] =>
  candidateConfigs.length > 0 ? [`a list of the task: ${candidateConfigs.join(', ')}`] : [];

interface StoredCandidatesOptions {
  /** False drops the relevant document that follows a list which found none; true by default, as published. */
  readonly safeguard?: boolean;
  /** Hits to keep of each list; all by default. */
  readonly topK?: number;
  /** How a system's text names it; `stored:CONFIG` unless given. */
  readonly name?: string;
}

/**
 * The candidate lists of a task by name: a configuration's own name, or `dense` for the one that is neither
 * BM25's nor the hybrid; undefined where the task has none of that name.
 */
export const candidateConfig = ({ candidateConfigs = [] }: Task, name: string): string | undefined => {
  if (candidateConfigs.includes(name)) return name;
  if (name !== 'dense') return undefined;
  const others = candidateConfigs.filter((config) => config !== 'bm25' && config !== HYBRID_CANDIDATES);
  if (others.length > 1)
    throw new InputError({
      found: 'more than one list that may be "dense"',
      expected: `one of ${others.join(', ')}`,
      fix: `name it, as stored:${others[0]}`,
    });
  return others[0];
};

/**
 * Published candidate lists as a retriever: it searches nothing and returns the list. Lists carry no scores;
 * the scores count down to 1, so that the order stays. A query without a list gets an empty ranking and is counted.
 */
export const storedCandidates = async (
  task: Task,
  config: string,
  { safeguard = true, topK, name = `stored:${config}` }: StoredCandidatesOptions = {},
): Promise<Retriever> => {
  if (!task.candidates)
    throw new InputError({
      found: `${name}: ${task.name} has no candidate lists`,
      expected: 'a Nano task',
      fix: 'run it with --suite nano',
    });
  const lists = await task.candidates(config);
  const { depth, safeguards } = safeguardsIn(config, lists);
  // A safeguard follows the hits of its list; a cutoff at the depth of the lists does not drop it.
  const guarded = safeguard && safeguards.size > 0 && (topK ?? depth) >= depth;
  const hitsOf = (query: QueryId): Ranking | undefined => {
    const list = lists.get(query);
    const isGuarded = safeguards.has(query);
    const ids = guarded && isGuarded ? list : list?.slice(0, isGuarded ? depth : undefined).slice(0, topK);
    return ids?.map((docId, place) => ({ docId, score: ids.length - place }));
  };
  return {
    name: safeguard ? name : `${name}(safeguard=false)`,
    spec: {
      retriever: 'stored-candidates',
      lists: sha256(JSON.stringify([...lists])),
      ...(safeguards.size > 0 && { safeguard }),
      ...(topK !== undefined && { topK }),
    },
    open: async (corpus) => {
      mustBeOfTask(lists, task, await documentIds(corpus), name);
      let missingQueries = 0;
      return {
        run: async (batch) =>
          batch.map((query) => {
            const hits = hitsOf(query.id);
            if (!hits) missingQueries += 1;
            return { query, hits: hits ?? [] };
          }),
        get facts() {
          return {
            storedCandidates: {
              config,
              lists: lists.size,
              missingQueries,
              ...(guarded && { safeguards: Object.fromEntries(safeguards) }),
            },
          };
        },
      };
    },
  };
};
