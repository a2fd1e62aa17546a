import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPath } from '../machine/index.js';
import type { TaskRow } from './catalogue.js';
import { folderFormats, PARTS } from './formats/index.js';
import { type Environment, snapshotFolder } from './hub/cache.js';

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

/** Where a task's files belong on this machine: in the package, or in the cache shared with Python's hub client. */
export const taskFolder = ({ source }: TaskRow, env: Environment = process.env): string | undefined => {
  switch (source.from) {
    case 'package':
      return dataPath(source.folder);
    case 'hub':
      return snapshotFolder(source.repository, source.revision, env);
    case 'parquet':
      return undefined;
  }
};

export const taskStatus = async (row: TaskRow, env: Environment = process.env): Promise<TaskStatus> => {
  const folder = taskFolder(row, env);
  if (folder === undefined) return { state: 'later', missing: [], bytes: 0 };
  const { files } = folderFormats.r2med;
  const parts = await Promise.all(
    PARTS.map(async (part) => ({ name: files[part][0], bytes: await firstSize(folder, files[part]) })),
  );
  const missing = parts.filter(({ bytes }) => bytes === undefined).map(({ name }) => name);
  const state = missing.length === 0 ? 'present' : missing.length < PARTS.length ? 'incomplete' : 'absent';
  return { state, folder, missing, bytes: parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0) };
};

/** The size of the first of several files that is there, plain or `.gz`. */
const firstSize = async (folder: string, names: readonly string[]): Promise<number | undefined> => {
  const sizes = names
    .flatMap((name) => [name, `${name}.gz`])
    .map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size);
  return (await Promise.all(sizes)).find((size) => size !== undefined);
};
