import { defined, type Tools } from '../../core/index.js';
import {
  diskError,
  type FetchedFile,
  fetchedFile,
  fileCount,
  mustBeThere as filesMustBeThere,
  type Hub,
  HubFailure,
  hubError,
  labelled,
  MAIN,
  missingOf,
  openHub,
  type Snapshot,
  saveCommit,
  snapshotFolder,
  stateOf,
} from '../../platform/hub/index.js';
import { candidateFiles, mustBeFetchable, openRow, partFiles, snapshotOf, taskFolder } from '../open-task.js';
import type { TaskEntry } from '../task-registry.js';
import { fetchDataset } from './fetch-dataset.js';
import type { FetchOptions, FetchReport } from './fetch-report.js';
import { damagedFiles, verifyFetched } from './verify-fetched.js';
import {
  allGenerations,
  findOnHub,
  isAll,
  namedGenerations,
  presentGenerations,
  type WantedFile,
} from './wanted-files.js';

/** Downloads a registered task completely and checks it; files already in the cache are not downloaded again. */
export const fetchTask = async (
  entry: TaskEntry,
  tools: Tools,
  options: FetchOptions = {},
): Promise<FetchReport> => (await fetchTasks([entry], tools, options))[0]!;

/** Fetches tasks in sequence; a failure says what is still missing of all of them. */
export const fetchTasks = async (
  rows: readonly TaskEntry[],
  tools: Tools,
  options: FetchOptions = {},
): Promise<readonly FetchReport[]> => {
  const env = options.env ?? process.env;
  const reports: FetchReport[] = [];
  for (const entry of rows) {
    try {
      reports.push(await fetchRow(entry, tools, options));
    } catch (error) {
      const snapshot = await snapshotOf(entry, env);
      if (!(error instanceof HubFailure) || !snapshot) throw diskError(error, env);
      const rest = rows
        .slice(reports.length)
        .map((each) => fetchRow(each, tools, { ...options, offline: true, verify: false }));
      throw hubError(error, snapshot, missingOf(await Promise.all(rest)), env);
    }
  }
  return reports;
};

/** Makes sure that a task's files are on this machine, for a caller that opens it next and then checks its counts. */
export const ensureTask = async (entry: TaskEntry, tools: Tools, options: FetchOptions = {}): Promise<void> =>
  mustBeThere([await fetchTask(entry, tools, { update: false, ...options, verify: false })]);

/** Refuses reports with missing files, which only offline ones have. */
export const mustBeThere = (reports: readonly FetchReport[]): void =>
  filesMustBeThere(reports.map(({ task, files }) => ({ name: task, files })));

const fetchRow = async (entry: TaskEntry, tools: Tools, options: FetchOptions): Promise<FetchReport> => {
  const { name: task, suite, source } = entry;
  if (source.from === 'package')
    return {
      task,
      suite,
      state: 'comes with the package',
      files: [],
      bytes: 0,
      path: await taskFolder(entry),
    };
  mustBeFetchable(entry);
  if (source.from === 'dataset') {
    const { snapshot: _, ...report } = await fetchDataset(source.data, tools, {
      ...options,
      revision: source.revision,
    });
    const isWhole = report.files.every(({ state }) => state !== 'missing' && state !== 'damaged');
    if (options.verify !== false && isWhole)
      for (const note of (await (await openRow(entry, defined({ env: options.env }))).statistics()).notes)
        tools.note(`${task}: ${note}`);
    return { ...report, task, suite };
  }
  const { snapshot, files } = await fetchSnapshot(entry, labelled(task, tools), options);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const fetched = files.filter(({ state }) => state === 'fetched').length;
  if (fetched > 0) tools.note(`${task}: ${fileCount(fetched)} fetched and checked`);
  return { task, suite, state: stateOf(files), files, bytes, path: snapshotFolder(snapshot, options.env) };
};

const fetchSnapshot = async (entry: TaskEntry, tools: Tools, options: FetchOptions) => {
  const env = options.env ?? process.env;
  const hub = openHub(options, tools);
  try {
    const snapshot = await currentSnapshot(entry, hub, tools, options);
    const files = await fetchFiles(entry, snapshot, hub, tools, options);
    // Last, so that a branch never points to a commit of which nothing is here.
    if (hub && entry.source.from === 'parquet') await saveCommit(snapshot, MAIN, snapshot.revision, env);
    return { snapshot, files };
  } finally {
    await hub?.close();
  }
};

/** The snapshot to fetch: where the publisher names no revision, the main branch's commit of today. */
const currentSnapshot = async (
  entry: TaskEntry,
  hub: Hub | undefined,
  tools: Tools,
  { update = true, env = process.env }: FetchOptions,
): Promise<Snapshot> => {
  const here = (await snapshotOf(entry, env))!;
  const isBranch = here.revision === MAIN;
  if (!hub || entry.source.from !== 'parquet' || !(isBranch || update)) return here;
  try {
    return { ...here, revision: await hub.commitOf(here, MAIN) };
  } catch (error) {
    const complete =
      !isBranch && (await partFiles(entry, snapshotFolder(here, env))).every(({ found }) => found);
    if (!complete || !isAway(error)) throw error;
    tools.note(`${error.message}; using the files that are here`);
    return here;
  }
};

const isAway = (error: unknown): error is HubFailure =>
  error instanceof HubFailure && (error.kind === 'unreachable' || error.kind === 'busy');

const fetchFiles = async (
  entry: TaskEntry,
  snapshot: Snapshot,
  hub: Hub | undefined,
  tools: Tools,
  { generations = [], verify = true, rehash = false, env = process.env }: FetchOptions,
): Promise<readonly FetchedFile[]> => {
  const folder = snapshotFolder(snapshot, env);
  const parts = await partFiles(entry, folder);
  const wanted = distinct([
    ...parts,
    ...(await candidateFiles(entry, folder)),
    ...(await namedGenerations(folder, generations)),
    ...(generations.some(isAll) ? await allGenerations(snapshot, folder, hub, tools) : []),
    ...(rehash ? await presentGenerations(folder) : []),
  ]);
  const damaged = rehash ? await damagedFiles(snapshot, folder, wanted, hub, tools) : [];
  const missing = wanted.filter((each) => !each.found || damaged.includes(each));
  const ensureModel = hub && missing.length > 0;
  const brought = ensureModel ? await findOnHub(snapshot, missing, hub) : [];
  for (const file of brought) await hub!.obtain(file, snapshot);
  const files = wanted.map((each) => {
    const fetched = brought[missing.indexOf(each)];
    if (fetched) return fetchedFile(fetched.path, 'fetched', fetched.size, snapshot, env);
    const { names, found } = each;
    if (found && damaged.includes(each))
      return fetchedFile(found.name, 'damaged', found.bytes, snapshot, env);
    return found
      ? fetchedFile(found.name, 'already there', found.bytes, snapshot, env)
      : fetchedFile(names[0], 'missing', 0, snapshot, env);
  });
  await hub?.sweep(snapshot);
  const complete = ensureModel || parts.every((part) => part.found && !damaged.includes(part));
  const mended = verify && complete ? await verifyFetched(entry, snapshot, folder, parts, hub, tools) : [];
  return files.map((file) => (mended.includes(file.name) ? { ...file, state: 'fetched' } : file));
};

const distinct = (files: readonly WantedFile[]): readonly WantedFile[] => [
  ...new Map(files.map((file) => [file.names[0], file])).values(),
];
