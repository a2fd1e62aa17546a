import { join } from 'node:path';
import { type Tools, WorkError } from '../../core/index.js';
import type { TaskRow } from '../catalogue.js';
import { partFiles, taskFolder } from '../task-status.js';
import { counted } from '../wording.js';
import { type Environment, repositoryFolder, snapshotFolder } from './cache.js';
import { type Connection, connect } from './connection.js';
import { byHand, explain, explainDisk } from './explain.js';
import { type FetchedFile, type FetchReport, stateOf } from './fetch-report.js';
import { HubFailure } from './hub-failure.js';
import { obtain } from './obtain.js';
import { sweepAbandoned } from './partial-file.js';
import { type Persistence, persistence as patient } from './persistence.js';
import { fileAddress, type Snapshot } from './remote-file.js';
import { hubEndpoint, isOffline } from './settings.js';
import { verifyFetched } from './verify-fetched.js';
import { allGenerations, findOnHub, isAll, namedGenerations, type WantedFile } from './wanted-files.js';

export interface FetchOptions {
  /** Published generations to fetch with the task: `METHOD/LLM`, as `hyde/gpt4`, or `all`. None by default. */
  readonly generations?: readonly string[];
  /** Never touches the network: says what is there and what is missing. `HF_HUB_OFFLINE` has the same effect. */
  readonly offline?: boolean;
  /** False leaves the counts to whoever opens the task. */
  readonly verify?: boolean;
  /** Says where hub, token, proxy and cache are; the process's own by default. */
  readonly env?: Environment;
  /** How failed requests are tried again. */
  readonly persistence?: Persistence;
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
      if (!(error instanceof HubFailure) || row.source.from !== 'hub') throw explainDisk(error, env);
      const rest = rows
        .slice(reports.length)
        .map((each) => fetchRow(each, tools, { ...options, offline: true, verify: false }));
      throw explain(error, row.source, missingOf(await Promise.all(rest)), env);
    }
  }
  return reports;
};

/** Makes sure that a task's files are on this machine, for whoever opens it next and checks its counts then. */
export const ensureTask = async (row: TaskRow, tools: Tools, options: FetchOptions = {}): Promise<void> =>
  mustBeThere([await fetchTask(row, tools, { ...options, verify: false })]);

/** Refuses reports with missing files, which only offline ones have. */
export const mustBeThere = (reports: readonly FetchReport[]): void => {
  const missing = missingOf(reports);
  if (missing.length === 0) return;
  const tasks = reports.filter(({ state }) => state === 'missing').map(({ task }) => task);
  throw new WorkError(
    `offline, and ${counted(missing.length, 'file')} of ${tasks.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not on this machine`,
    `fetch with a network (without --offline and HF_HUB_OFFLINE), or ${byHand(missing)}`,
  );
};

const missingOf = (reports: readonly FetchReport[]): readonly FetchedFile[] =>
  reports.flatMap(({ files }) => files.filter(({ state }) => state === 'missing'));

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
      const path = snapshotFolder(source.repository, source.revision, options.env);
      const files = await fetchSnapshot(row, source, path, named(task, tools), options);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const fetched = files.filter(({ state }) => state === 'fetched').length;
      if (fetched > 0) tools.note(`${task}: ${counted(fetched, 'file')} fetched and checked`);
      return { task, suite, state: stateOf(files), files, bytes, path };
    }
  }
};

const fetchSnapshot = async (
  row: TaskRow,
  snapshot: Snapshot,
  folder: string,
  tools: Tools,
  {
    generations = [],
    offline = false,
    verify = true,
    env = process.env,
    persistence = patient,
  }: FetchOptions,
): Promise<readonly FetchedFile[]> => {
  const line = offline || isOffline(env) ? undefined : lazily(() => connect(env, persistence));
  try {
    const parts = await partFiles(folder);
    const wanted = distinct([
      ...parts,
      ...(await namedGenerations(folder, generations)),
      ...(generations.some(isAll) ? await allGenerations(snapshot, folder, line?.open, tools) : []),
    ]);
    const missing = wanted.filter(({ found }) => !found);
    const bring = line && missing.length > 0;
    const brought = bring ? await findOnHub(snapshot, missing, await line.open(), tools) : [];
    for (const file of brought) await obtain(file, snapshot, await line!.open(), tools, env);
    const files = wanted.map((each) => {
      const fetched = brought[missing.indexOf(each)];
      return reportOf(each, fetched && { name: fetched.path, bytes: fetched.size }, snapshot, folder, env);
    });
    const complete = bring || parts.every(({ found }) => found);
    if (line)
      await sweepAbandoned(join(repositoryFolder(snapshot.repository, env), 'blobs'), persistence.date());
    const mended = verify && complete ? await verifyFetched(row, folder, parts, line?.open, tools, env) : [];
    return files.map((file) => (mended.includes(file.name) ? { ...file, state: 'fetched' } : file));
  } finally {
    await line?.close();
  }
};

const distinct = (files: readonly WantedFile[]): readonly WantedFile[] => [
  ...new Map(files.map((file) => [file.names[0], file])).values(),
];

/** Notes and bars of several tasks name the task they belong to. */
const named = (task: string, tools: Tools): Tools => ({
  ...tools,
  note: (line) => tools.note(`${task}: ${line}`),
  progress: (label, total) => tools.progress(`${task} ${label}`, total),
});

const reportOf = (
  { names, found }: WantedFile,
  fetched: WantedFile['found'],
  snapshot: Snapshot,
  folder: string,
  env: Environment,
): FetchedFile => {
  const name = (fetched ?? found)?.name ?? names[0];
  return {
    name,
    state: fetched ? 'fetched' : found ? 'already there' : 'missing',
    bytes: (fetched ?? found)?.bytes ?? 0,
    path: join(folder, ...name.split('/')),
    address: fileAddress(hubEndpoint(env), snapshot, name),
  };
};

interface Line {
  open(): Promise<Connection>;
  close(): Promise<void>;
}

/** A connection that is made when it is first asked for: a task that is complete needs none. */
const lazily = (make: () => Promise<Connection>): Line => {
  let made: Promise<Connection> | undefined;
  return {
    open: () => {
      made ??= make();
      return made;
    },
    close: async () => (await made?.catch(() => undefined))?.close(),
  };
};
