import { join } from 'node:path';
import { defined, type Task, type Tools } from '../../core/index.js';
import {
  cachedCommit,
  cachedList,
  diskError,
  type FetchedFile,
  fetchedFile,
  fileCount,
  type Hub,
  HubFailure,
  hubError,
  labelled,
  MAIN,
  missingOf,
  mustBeThere,
  openHub,
  type RemoteFile,
  type Snapshot,
  saveCommit,
  snapshotFolder,
  soundness,
  stateOf,
} from '../../platform/hub/index.js';
import { isFile } from '../../platform/node/index.js';
import { dataFiles } from '../columns/tables-in.js';
import { type OpenFolderOptions, openFolder } from '../open-folder.js';
import type { FetchOptions, FetchReport } from './fetch-report.js';
import { datasetFiles, type HubDataset, isDatasetPath, parseHubDataset } from './hub-dataset.js';

type DatasetOptions = Pick<FetchOptions, 'offline' | 'rehash' | 'env' | 'retryPolicy' | 'update'> & {
  /** A commit; the main branch by default. */
  readonly revision?: string;
};

/** Files of a dataset on this machine, or what is missing of them. */
export interface DatasetReport extends FetchReport {
  readonly snapshot: Snapshot;
}

/** Downloads the files of a dataset that make a task; files already in the cache are not downloaded again. */
export const fetchDataset = async (
  data: string,
  tools: Tools,
  options: DatasetOptions = {},
): Promise<DatasetReport> => {
  const env = options.env ?? process.env;
  const dataset = parseHubDataset(data);
  const hub = openHub(options, tools);
  let snapshot: Snapshot = {
    kind: 'dataset',
    repository: dataset.repository,
    revision: options.revision ?? MAIN,
  };
  let files: readonly FetchedFile[] = [];
  try {
    snapshot = { ...snapshot, revision: await revisionOf(snapshot, hub, options) };
    const wanted = await wantedFiles(data, dataset, snapshot, hub, tools, options);
    files = await Promise.all(wanted.map((file) => stateOfFile(file, snapshot, options)));
    const missing = wanted.filter((_, i) => ['missing', 'damaged'].includes(files[i]!.state));
    for (const file of hub ? missing : []) {
      await hub!.obtain(file, snapshot);
      files = files.map((each) =>
        each.name === file.path ? { ...each, state: 'fetched', bytes: file.size } : each,
      );
    }
    if (hub) await hub.sweep(snapshot);
    // Last, so that a branch never points to a commit of which nothing is here.
    if (hub && options.revision === undefined) await saveCommit(snapshot, MAIN, snapshot.revision, env);
  } catch (error) {
    if (!(error instanceof HubFailure)) throw diskError(error, env);
    throw hubError(error, snapshot, missingOf([{ files }]), env);
  } finally {
    await hub?.close();
  }
  const fetched = files.filter(({ state }) => state === 'fetched').length;
  if (fetched > 0) tools.note(`${dataset.name}: ${fileCount(fetched)} fetched and checked`);
  return {
    task: dataset.name,
    suite: data,
    state: stateOf(files),
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    path: snapshotFolder(snapshot, env),
    snapshot,
  };
};

/** The commit of the branch when it was last fetched, if nothing newer is wanted; else the hub is asked. */
const revisionOf = async (
  snapshot: Snapshot,
  hub: Hub | undefined,
  { update = true, env = process.env, revision }: DatasetOptions,
): Promise<string> => {
  if (revision !== undefined) return revision;
  const here = await cachedCommit(snapshot, MAIN, env);
  if (!hub || (here !== undefined && !update)) return here ?? MAIN;
  return hub.commitOf(snapshot, MAIN);
};

/** What the hub lists; offline and without a list, what is here. */
const wantedFiles = async (
  data: string,
  dataset: HubDataset,
  snapshot: Snapshot,
  hub: Hub | undefined,
  tools: Tools,
  { env = process.env }: DatasetOptions,
): Promise<readonly RemoteFile[]> => {
  const remote = await cachedList('dataset', snapshot, isDatasetPath, hub, labelled(dataset.name, tools));
  if (!remote) {
    const here = await dataFiles(snapshotFolder(snapshot, env)).catch(() => []);
    const paths = here.length > 0 ? datasetFiles(data, dataset, here) : ['README.md'];
    return paths.map((path) => ({ path, size: 0, algorithm: 'sha256', hash: '' }));
  }
  const safe = remote.filter(({ path }) => isDatasetPath(path));
  const chosen = new Set(
    datasetFiles(
      data,
      dataset,
      safe.map(({ path }) => path),
    ),
  );
  return safe.filter(({ path }) => chosen.has(path));
};

const stateOfFile = async (
  file: RemoteFile,
  snapshot: Snapshot,
  { rehash = false, env = process.env }: DatasetOptions,
): Promise<FetchedFile> => {
  const path = join(snapshotFolder(snapshot, env), ...file.path.split('/'));
  if (!(await isFile(path))) return fetchedFile(file.path, 'missing', 0, snapshot, env);
  const damaged = rehash && (await soundness(path, file.hash ? file : undefined)) === 'damaged';
  return fetchedFile(file.path, damaged ? 'damaged' : 'already there', file.size, snapshot, env);
};

type OpenOptions = Pick<OpenFolderOptions, 'columns' | 'grades'>;

/** Opens a dataset of the hub as a task; what is not here yet is fetched first, unless it is to work offline. */
export const openDataset = async (
  data: string,
  tools: Tools,
  { offline = false, ...options }: OpenOptions & { readonly offline?: boolean },
): Promise<Task> => {
  const { snapshot, files } = await fetchDataset(data, tools, { offline, update: false });
  mustBeThere([{ name: parseHubDataset(data).name, files }]);
  return openFiles(
    data,
    snapshot,
    files.map(({ name }) => name),
    options,
  );
};

/** Opens a dataset as it is on this machine; nothing where it is not. */
export const openDatasetHere = async (data: string, options: OpenOptions = {}): Promise<Task | undefined> => {
  const dataset = parseHubDataset(data);
  const repository = { kind: 'dataset', repository: dataset.repository } as const;
  const revision = await cachedCommit(repository, MAIN, process.env);
  if (revision === undefined) return undefined;
  const snapshot = { ...repository, revision };
  const here = await dataFiles(snapshotFolder(snapshot)).catch(() => []);
  return here.length === 0
    ? undefined
    : openFiles(data, snapshot, datasetFiles(data, dataset, here), options);
};

const openFiles = (
  data: string,
  snapshot: Snapshot,
  files: readonly string[],
  options: OpenOptions,
): Promise<Task> => {
  const { name, split } = parseHubDataset(data);
  const folder = snapshotFolder(snapshot);
  return openFolder(split === undefined ? folder : `${folder}#${split}`, {
    ...options,
    name,
    suite: data,
    revision: snapshot.revision,
    files,
    about: { format: 'hub', repository: snapshot.repository, ...defined({ split }) },
  });
};
