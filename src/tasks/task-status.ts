import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedCommit, MAIN, type Snapshot, snapshotFolder } from '../platform/hub/index.js';
import { dataPath, type Environment } from '../platform/node/index.js';
import { SPLIT, spellings } from './folder-files.js';
import { folderFormats, NANO_CANDIDATES, PARTS } from './formats/index.js';
import type { TaskEntry } from './task-registry.js';

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
  if (source.from === 'package') return undefined;
  const repository = { kind: 'dataset', repository: source.repository } as const;
  const revision = source.revision ?? (await cachedCommit(repository, MAIN, env)) ?? MAIN;
  return { ...repository, revision };
};

/** Where a task's files belong on this machine: in the package, or in the cache shared with Python's hub client. */
export const taskFolder = async (entry: TaskEntry, env: Environment = process.env): Promise<string> => {
  if (entry.source.from === 'package') return dataPath(entry.source.folder);
  return snapshotFolder((await snapshotOf(entry, env))!, env);
};

/** Whether a task's files are on this machine. */
export const taskStatus = async (entry: TaskEntry, env: Environment = process.env): Promise<TaskStatus> => {
  const folder = await taskFolder(entry, env);
  const parts = await partFiles(entry, folder);
  const missing = parts.filter(({ found }) => !found).map(({ names }) => names[0]);
  const state = missing.length === 0 ? 'present' : missing.length < PARTS.length ? 'incomplete' : 'absent';
  return { state, folder, missing, bytes: parts.reduce((sum, { found }) => sum + (found?.bytes ?? 0), 0) };
};

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

const partFile = async (folder: string, names: PartFile['names']): Promise<PartFile> => {
  const sizes = names.flatMap(spellings).map(async (name) => ({
    name,
    bytes: (await stat(join(folder, name)).catch(() => undefined))?.size,
  }));
  const found = (await Promise.all(sizes)).find(
    (file): file is { name: string; bytes: number } => file.bytes !== undefined,
  );
  return { names, found };
};
