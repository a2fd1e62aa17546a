import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { commandLine, InputError, type JsonObject, listed, type Task, WorkError } from '../core/index.js';
import { cachedCommit, MAIN, type Snapshot, snapshotFolder } from '../platform/hub/index.js';
import { dataPath, type Environment } from '../platform/node/index.js';
import { dataFiles } from './columns/tables-in.js';
import { datasetFiles, parseHubDataset } from './fetch/hub-dataset.js';
import { hasSplit, SPLIT, spellings } from './folder-files.js';
import { folderFormats, NANO_CANDIDATES, PARTS } from './formats/index.js';
import { openFolder } from './open-folder.js';
import { type TaskEntry, taskEntry } from './task-registry.js';
import { lengthNotes, textLengths } from './text-lengths.js';

/** Where a registered task is read from, and how strictly. */
export interface OpenTaskOptions {
  /** The folder that holds the task's files, instead of where `r2med fetch` puts them. */
  readonly folder?: string;
  /** False opens a task whose counts are not those of the catalogue. */
  readonly verify?: boolean;
  /** Says where the hub cache is; the process's own by default. */
  readonly env?: Environment;
}

/** Opens a task of the catalogue from this machine; it never touches the network. */
export const openTask = async (
  suiteName: string,
  taskName: string,
  options: OpenTaskOptions = {},
): Promise<Task> => openRow(taskEntry(suiteName, taskName), options);

export const openRow = async (
  entry: TaskEntry,
  { folder, verify = true, env = process.env }: OpenTaskOptions = {},
): Promise<Task> => {
  const { name, suite, source } = entry;
  const place = folder ?? (await folderOnDisk(entry, env));
  const revision = revisionOf(entry, place);
  if (source.from === 'dataset') {
    const { split } = parseHubDataset(source.data);
    const task = await openFolder(split === undefined ? place : `${place}#${split}`, {
      ...{ name, suite, revision: source.revision, about: aboutTask(entry) },
      // A folder that somebody names holds the task alone.
      ...(folder === undefined && { files: await filesOfDataset(source.data, place) }),
    });
    return verify ? mustMatch(task, entry) : task;
  }
  const inSplit = source.from === 'parquet' && hasSplit(place, source.split);
  const task = await openFolder(inSplit ? `${place}#${source.split}` : place, {
    name,
    suite,
    ...(revision && { revision }),
    about: aboutTask(entry),
  });
  // The package's own files are checked when it is tested.
  return verify && source.from !== 'package' ? mustMatch(task, entry) : task;
};

/** Where the catalogue names none, a snapshot's folder has the commit for a name. */
const revisionOf = ({ source }: TaskEntry, folder: string): string | undefined => {
  if (source.from === 'package' || source.from === 'elsewhere') return undefined;
  if (source.revision !== null) return source.revision;
  const name = basename(resolve(folder));
  return /^[0-9a-f]{40}$/.test(name) ? name : undefined;
};

const folderOnDisk = async (entry: TaskEntry, env: Environment): Promise<string> => {
  mustBeFetchable(entry);
  const { state, folder, missing } = await taskStatus(entry, env);
  if (state === 'present') return folder;
  const what =
    state === 'absent'
      ? `${entry.name} of suite ${entry.suite} is not on this machine`
      : `${entry.name} of suite ${entry.suite} is not complete on this machine: no ${listed(missing, 'or')}`;
  throw new WorkError(what, howToGet(entry, folder, missing));
};

/** Refuses a task that has to be got by hand, and says how. */
export const mustBeFetchable = ({ name, suite, source }: TaskEntry): void => {
  if (source.from === 'elsewhere')
    throw new InputError({
      found: `${name} of suite ${suite}, which r2med cannot fetch`,
      expected: 'a folder with its documents, queries and judgements',
      fix: source.how,
    });
};

const howToGet = ({ name, suite, source }: TaskEntry, folder: string, missing: readonly string[]): string =>
  source.from === 'package' || source.from === 'elsewhere'
    ? 'install the package again'
    : commandLine('fetch', '--suite', suite, '--task', name) +
      (source.from === 'dataset'
        ? ''
        : `, or put ${listed(missing)} of hub dataset ${source.repository} ` +
          `(${source.revision === null ? 'its main branch' : `revision ${source.revision}`}) into ${folder}`);

/** What results show of a task besides its name. */
const aboutTask = (entry: TaskEntry): JsonObject => ({
  family: entry.family,
  familyTitle: entry.familyTitle,
  labels: entry.labels,
  ...(entry.licence && { licence: entry.licence }),
  ...(entry.sameAs && { sameAs: entry.sameAs }),
  ...(entry.mtebTask && { mtebTask: entry.mtebTask }),
  ...('repository' in entry.source && { repository: entry.source.repository }),
  ...(entry.source.from === 'dataset' && { repository: parseHubDataset(entry.source.data).repository }),
});

const COUNTED = {
  queries: 'queries',
  documents: 'documents',
  uniqueDocuments: 'distinct document ids',
  judgements: 'judgements',
} as const satisfies Record<keyof TaskEntry['counts'], string>;

const mustMatch = async (task: Task, entry: TaskEntry): Promise<Task> => {
  const all = await task.statistics();
  // A file of the hub holds the queries of all splits, and those of one are published.
  const statistics = entry.source.from === 'dataset' ? { ...all, queries: task.judgements.size } : all;
  const differing = (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).filter(
    (count) => entry.counts[count] !== 0 && statistics[count] !== entry.counts[count],
  );
  if (differing.length === 0) return withLengthNotes(task, entry);
  const say = (counts: TaskEntry['counts']) =>
    listed(differing.map((count) => `${counts[count]} ${COUNTED[count]}`));
  if (entry.unconfirmed)
    return withNotes(task, [`It has ${say(statistics)}; ${say(entry.counts)} were published.`]);
  throw new InputError({
    at: { file: task.folder ?? task.name },
    found: say(statistics),
    expected: `${say(entry.counts)}, as ${entry.name} of suite ${entry.suite} has`,
    fix:
      entry.source.from === 'hub'
        ? `fetch revision ${entry.source.revision} again, or open the folder as a separate task`
        : 'open the folder as a separate task',
  });
};

/**
 * Where the publisher names no revision, counts alone do not tell its texts from later ones. Other lengths than were
 * published are reported with the task and saved in every record: its scores are not those of the published tables.
 */
const withLengthNotes = async (task: Task, entry: TaskEntry): Promise<Task> => {
  if (entry.source.from !== 'parquet' || !entry.characters) return task;
  const notes = lengthNotes(await textLengths(task), entry);
  return notes.length === 0 ? task : withNotes(task, notes);
};

const withNotes = (task: Task, notes: readonly string[]): Task => ({
  ...task,
  statistics: async (cache) => {
    const statistics = await task.statistics(cache);
    return { ...statistics, notes: [...statistics.notes, ...notes] };
  },
});

/**
 * Opens a task of a suite, or a folder in any known format.
 * @example
 * import { task } from 'r2med';
 *
 * const biology = await task('sample', 'Biology');
 * const mine = await task('./my-folder');
 */
export const task = (suiteOrFolder: string, name?: string): Promise<Task> =>
  name === undefined ? openFolder(suiteOrFolder) : openTask(suiteOrFolder, name);

/** Whether a task of the catalogue can be opened here. */
export interface TaskStatus {
  readonly state: 'present' | 'incomplete' | 'absent';
  /** Where its files are, or would be. */
  readonly folder: string;
  /** Names of the files that are not there. */
  readonly missing: readonly string[];
  /** Of the files that are there. */
  readonly bytes: number;
}

/**
 * The hub dataset of a task, if it has one. Where the publisher names no revision, it is the commit that the
 * main branch stood for when it was last fetched; before that, the branch itself.
 */
export const snapshotOf = async (
  { source }: TaskEntry,
  env: Environment = process.env,
): Promise<Snapshot | undefined> => {
  if (source.from === 'package' || source.from === 'elsewhere') return undefined;
  const name = source.from === 'dataset' ? parseHubDataset(source.data).repository : source.repository;
  const repository = { kind: 'dataset', repository: name } as const;
  const revision = source.revision ?? (await cachedCommit(repository, MAIN, env)) ?? MAIN;
  return { ...repository, revision };
};

/** Where a task's files belong on this machine: in the package, or in the cache shared with Python's hub client. */
export const taskFolder = async (entry: TaskEntry, env: Environment = process.env): Promise<string> => {
  if (entry.source.from === 'package') return dataPath(entry.source.folder);
  const snapshot = await snapshotOf(entry, env);
  return snapshot ? snapshotFolder(snapshot, env) : '';
};

/** Whether a task's files are on this machine. */
export const taskStatus = async (entry: TaskEntry, env: Environment = process.env): Promise<TaskStatus> => {
  const folder = await taskFolder(entry, env);
  if (entry.source.from === 'elsewhere') return { state: 'absent', folder, missing: [], bytes: 0 };
  if (entry.source.from === 'dataset') return datasetStatus(entry.source.data, folder);
  const parts = await partFiles(entry, folder);
  const missing = parts.filter(({ found }) => !found).map(({ names }) => names[0]);
  const state = missing.length === 0 ? 'present' : missing.length < PARTS.length ? 'incomplete' : 'absent';
  return { state, folder, missing, bytes: parts.reduce((sum, { found }) => sum + (found?.bytes ?? 0), 0) };
};

/** A dataset is here when files of it are: which those are, only the hub's list says. */
const datasetStatus = async (data: string, folder: string): Promise<TaskStatus> => {
  const files = await filesOfDataset(data, folder).catch(() => []);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const [state, missing] = files.length < 3 ? (['absent', [data]] as const) : (['present', []] as const);
  return { state, folder, missing, bytes };
};

const filesOfDataset = async (data: string, folder: string): Promise<readonly string[]> =>
  datasetFiles(data, parseHubDataset(data), await dataFiles(folder));

/** A part of a task's folder: the names it may have, and the file that is there. */
export interface PartFile {
  readonly names: readonly [string, ...string[]];
  readonly found: { readonly name: string; readonly bytes: number } | undefined;
}

/** The three parts of a task, each the first of its files that is there. */
export const partFiles = ({ source }: TaskEntry, folder: string): Promise<readonly PartFile[]> => {
  const { files } = source.from === 'parquet' ? folderFormats.nano : folderFormats.r2med;
  return Promise.all(
    PARTS.map((part) => {
      const [first, ...more] = files[part].map((name) => inSplit(name, source));
      return partFile(folder, [first!, ...more]);
    }),
  );
};

/** The candidate lists that are published with a task; it can be opened without them. */
export const candidateFiles = ({ source }: TaskEntry, folder: string): Promise<readonly PartFile[]> =>
  Promise.all(
    source.from === 'parquet'
      ? NANO_CANDIDATES.map((config) => partFile(folder, [inSplit(`${config}/${SPLIT}.parquet`, source)]))
      : [],
  );

const inSplit = (name: string, source: TaskEntry['source']): string =>
  source.from === 'parquet' ? name.replace(SPLIT, source.split) : name;

/** The first of these names, plain or packed, that a folder has. */
export const partFile = async (folder: string, names: PartFile['names']): Promise<PartFile> => {
  const sizes = names
    .flatMap(spellings)
    .map(async (name) => ({ name, bytes: (await stat(join(folder, name)).catch(() => undefined))?.size }));
  const found = (await Promise.all(sizes)).find(
    (file): file is { name: string; bytes: number } => file.bytes !== undefined,
  );
  return { names, found };
};
