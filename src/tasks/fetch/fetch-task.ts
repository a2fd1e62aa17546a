import { type Tools, WorkError } from '../../core/index.js';
import {
  explain,
  explainDisk,
  type FetchedFile,
  fetchedFile,
  fileCount,
  mustBeThere as filesMustBeThere,
  HubFailure,
  type HubOptions,
  labelled,
  missingOf,
  openHub,
  type Snapshot,
  snapshotFolder,
  stateOf,
} from '../../hub/index.js';
import type { TaskRow } from '../catalogue.js';
import { partFiles, snapshotOf, taskFolder } from '../task-status.js';
import type { FetchReport } from './fetch-report.js';
import { verifyFetched } from './verify-fetched.js';
import { allGenerations, findOnHub, isAll, namedGenerations, type WantedFile } from './wanted-files.js';

export interface FetchOptions extends HubOptions {
  /** Published generations to fetch with the task: `METHOD/LLM`, as `hyde/gpt4`, or `all`. None by default. */
  readonly generations?: readonly string[];
  /** False leaves the counts to whoever opens the task. */
  readonly verify?: boolean;
}

/** Brings a task of the catalogue onto this machine, whole and checked; what is there already is not asked for. */
export const fetchTask = async (
  row: TaskRow,
  tools: Tools,
  options: FetchOptions = {},
): Promise<FetchReport> => (await fetchTasks([row], tools, options))[0]!;

/** Fetches tasks one after the other; a failure says what is still missing of all of them. */
export const fetchTasks = async (
  rows: readonly TaskRow[],
  tools: Tools,
  options: FetchOptions = {},
): Promise<readonly FetchReport[]> => {
  const env = options.env ?? process.env;
  const reports: FetchReport[] = [];
  for (const row of rows) {
    try {
      reports.push(await fetchRow(row, tools, options));
    } catch (error) {
      const snapshot = snapshotOf(row);
      if (!(error instanceof HubFailure) || !snapshot) throw explainDisk(error, env);
      const rest = rows
        .slice(reports.length)
        .map((each) => fetchRow(each, tools, { ...options, offline: true, verify: false }));
      throw explain(error, snapshot, missingOf(await Promise.all(rest)), env);
    }
  }
  return reports;
};

/** Makes sure that a task's files are on this machine, for whoever opens it next and checks its counts then. */
export const ensureTask = async (row: TaskRow, tools: Tools, options: FetchOptions = {}): Promise<void> =>
  mustBeThere([await fetchTask(row, tools, { ...options, verify: false })]);

/** Refuses reports with missing files, which only offline ones have. */
export const mustBeThere = (reports: readonly FetchReport[]): void =>
  filesMustBeThere(reports.map(({ task, files }) => ({ name: task, files })));

const fetchRow = async (row: TaskRow, tools: Tools, options: FetchOptions): Promise<FetchReport> => {
  const { name: task, suite, source } = row;
  switch (source.from) {
    case 'package':
      return { task, suite, state: 'comes with the package', files: [], bytes: 0, path: taskFolder(row)! };
    case 'parquet':
      throw new WorkError(
        `${task} of suite ${suite} is published as Parquet files; fetching and loading it is not available in this version`,
        'fetch suite r2med, or use suite sample, which comes with the package',
      );
    case 'hub': {
      const snapshot = snapshotOf(row)!;
      const files = await fetchSnapshot(row, snapshot, labelled(task, tools), options);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const fetched = files.filter(({ state }) => state === 'fetched').length;
      if (fetched > 0) tools.note(`${task}: ${fileCount(fetched)} fetched and checked`);
      return {
        task,
        suite,
        state: stateOf(files),
        files,
        bytes,
        path: snapshotFolder(snapshot, options.env),
      };
    }
  }
};

const fetchSnapshot = async (
  row: TaskRow,
  snapshot: Snapshot,
  tools: Tools,
  options: FetchOptions,
): Promise<readonly FetchedFile[]> => {
  const { generations = [], verify = true, env = process.env } = options;
  const folder = snapshotFolder(snapshot, env);
  const hub = openHub(options, tools);
  try {
    const parts = await partFiles(folder);
    const wanted = distinct([
      ...parts,
      ...(await namedGenerations(folder, generations)),
      ...(generations.some(isAll) ? await allGenerations(snapshot, folder, hub, tools) : []),
    ]);
    const missing = wanted.filter(({ found }) => !found);
    const bring = hub && missing.length > 0;
    const brought = bring ? await findOnHub(snapshot, missing, hub) : [];
    for (const file of brought) await hub!.obtain(file, snapshot);
    const files = wanted.map((each) => {
      const fetched = brought[missing.indexOf(each)];
      if (fetched) return fetchedFile(fetched.path, 'fetched', fetched.size, snapshot, env);
      const { names, found } = each;
      return found
        ? fetchedFile(found.name, 'already there', found.bytes, snapshot, env)
        : fetchedFile(names[0], 'missing', 0, snapshot, env);
    });
    await hub?.sweep(snapshot);
    const complete = bring || parts.every(({ found }) => found);
    const mended = verify && complete ? await verifyFetched(row, snapshot, folder, parts, hub, tools) : [];
    return files.map((file) => (mended.includes(file.name) ? { ...file, state: 'fetched' } : file));
  } finally {
    await hub?.close();
  }
};

const distinct = (files: readonly WantedFile[]): readonly WantedFile[] => [
  ...new Map(files.map((file) => [file.names[0], file])).values(),
];
