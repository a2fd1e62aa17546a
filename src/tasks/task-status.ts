import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Snapshot, snapshotFolder } from '../hub/index.js';
import { dataPath, type Environment } from '../machine/index.js';
import type { TaskRow } from './catalogue.js';
import { folderFormats, PARTS } from './formats/index.js';

/** Whether a task of the catalogue can be opened here. */
export interface TaskStatus {
  /** `later`: this version cannot open it, wherever it is. */
  readonly state: 'present' | 'incomplete' | 'absent' | 'later';
  /** Where its files stand, or would stand. */
  readonly folder?: string;
  /** Names of the files that are not there. */
  readonly missing: readonly string[];
  /** Of the files that are there. */
  readonly bytes: number;
}

/** The dataset of the hub that a task is kept in, if it is. */
export const snapshotOf = ({ source }: TaskRow): Snapshot | undefined =>
  source.from === 'hub'
    ? { kind: 'dataset', repository: source.repository, revision: source.revision }
    : undefined;

/** Where a task's files belong on this machine: in the package, or in the cache shared with Python's hub client. */
export const taskFolder = (row: TaskRow, env: Environment = process.env): string | undefined => {
  if (row.source.from === 'package') return dataPath(row.source.folder);
  const snapshot = snapshotOf(row);
  return snapshot && snapshotFolder(snapshot, env);
};

export const taskStatus = async (row: TaskRow, env: Environment = process.env): Promise<TaskStatus> => {
  const folder = taskFolder(row, env);
  if (folder === undefined) return { state: 'later', missing: [], bytes: 0 };
  const parts = await partFiles(folder);
  const missing = parts.filter(({ found }) => !found).map(({ names }) => names[0]);
  const state = missing.length === 0 ? 'present' : missing.length < PARTS.length ? 'incomplete' : 'absent';
  return { state, folder, missing, bytes: parts.reduce((sum, { found }) => sum + (found?.bytes ?? 0), 0) };
};

/** A part of an R2MED folder: the names it may have, and the file that is there. */
export interface PartFile {
  readonly names: readonly [string, ...string[]];
  readonly found: { readonly name: string; readonly bytes: number } | undefined;
}

/** The three parts of an R2MED folder, each the first of its files that is there, plain or `.gz`. */
export const partFiles = (folder: string): Promise<readonly PartFile[]> => {
  const { files } = folderFormats.r2med;
  return Promise.all(
    PARTS.map(async (part) => {
      const sizes = files[part]
        .flatMap((name) => [name, `${name}.gz`])
        .map(async (name) => ({
          name,
          bytes: (await stat(join(folder, name)).catch(() => undefined))?.size,
        }));
      const found = (await Promise.all(sizes)).find(
        (file): file is { name: string; bytes: number } => file.bytes !== undefined,
      );
      return { names: files[part], found };
    }),
  );
};
