import { type Dirent, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, isDeviceName, type Run, shortName, trimmedEnd } from '../../core/index.js';
import {
  cannotWrite,
  makeFolder,
  moveInto,
  remove,
  sha256,
  unfinishedName,
  writeAtomic,
} from '../../platform/node/index.js';
import type { QueryResult, Result, Seal, SealedRecord } from '../record/index.js';
import {
  type InspectedResult,
  type InspectOptions,
  inspectResult,
  QUERIES,
  RECORD,
  RUN,
  type StoredRecord,
  sealed,
  sealedContent,
} from './inspect.js';
import { readRun, writeRun } from './runs/index.js';

/** A result as it was read from its folder. */
export interface StoredResult extends StoredRecord, Result {}

/** Where a result is: `<out>/<system>/<task>/`. */
export const resultFolder = (out: string, system: string, task: string): string =>
  join(out, system, fileSafe(task));

/** The run file of a result. */
export const runFile = (folder: string): string => join(folder, RUN);

/** The rankings of a result. Where no query had a hit the file is empty. */
export const readResultRun = async ({
  folder,
  seal,
}: Pick<StoredRecord, 'folder' | 'seal'>): Promise<Run> => {
  const file = runFile(folder);
  const bytes = await sealedContent(file, seal.run);
  return bytes.length === 0 ? new Map() : (await readRun(file)).run;
};

export const queriesText = (queries: readonly QueryResult[]): string =>
  queries.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * Writes a result and seals it. All files are made before an earlier result is touched. Its record goes first and the new one comes last, so
 * that a folder with a record is complete.
 */
export const writeResult = async (folder: string, { record, queries }: Result, run: Run): Promise<void> => {
  const unfinished = unfinishedName(join(folder, 'result'));
  await makeFolder(unfinished);
  try {
    await writeRun(join(unfinished, RUN), run, record.system);
    await writeAtomic(join(unfinished, QUERIES), [queriesText(queries)]);
    const hash = async (name: string): Promise<string> => sha256(await readFile(join(unfinished, name)));
    const withSeal = sealed(record, { run: await hash(RUN), queries: await hash(QUERIES) });
    await writeAtomic(join(unfinished, RECORD), [recordText(withSeal)]);
    // Whatever is in their place, be it a folder.
    for (const name of [RECORD, RUN, QUERIES]) await remove(join(folder, name));
    for (const name of [RUN, QUERIES, RECORD])
      await moveInto(join(unfinished, name), join(folder, name)).catch(cannotWrite(folder));
  } finally {
    await remove(unfinished);
  }
};

/** Copies a result as it is; its record comes last, so that a folder with a record is complete. */
export const copyResult = async (from: string, to: string): Promise<void> => {
  await remove(join(to, RECORD));
  for (const name of [RUN, QUERIES, RECORD])
    await writeAtomic(join(to, name), [await readFile(join(from, name))]);
};

/** Whether a result is the one that was sealed. */
export const isSealedBy = ({ record, queries }: Result, seal: Seal): boolean =>
  sha256(queriesText(queries)) === seal.queries && sealed(record, seal).seal.record === seal.record;

/** Writes again what is damaged of a result, from the same result undamaged; gives the files. */
export const restoreResult = async (
  { folder, seal, problems }: InspectedResult,
  { record, queries }: Result,
): Promise<readonly string[]> => {
  const contents = new Map([
    [join(folder, QUERIES), queriesText(queries)],
    [join(folder, RECORD), recordText({ ...record, seal: seal! })],
  ]);
  const damaged = problems.flatMap(({ details }) => details.at?.file ?? []);
  for (const file of damaged) {
    await remove(file);
    await writeAtomic(file, [contents.get(file)!]);
  }
  return damaged;
};

const recordText = (record: SealedRecord): string => `${JSON.stringify(record, null, 2)}\n`;

/** How often a result is looked at that changes while it is read. */
const LOOKS = 5;

/** The result in a folder, or undefined where none is. One that is not what was written is a `DamagedResult` error. */
export const readResult = async (
  folder: string,
  options: InspectOptions = {},
): Promise<StoredResult | undefined> => {
  for (let look = 1; ; look++) {
    const found = await inspectResult(folder, options);
    if (!found) return undefined;
    const { record, seal, queries, problems } = found;
    if (record && seal && queries && problems.length === 0) return { record, queries, folder, seal };
    // It may be on its way to be replaced: then its record is another one by now.
    const later = look < LOOKS ? await inspectResult(folder, options) : found;
    if (sameSeal(found, later)) throw problems[0]!;
  }
};

const sameSeal = (a: InspectedResult, b: InspectedResult | undefined): boolean =>
  a.seal?.record === b?.seal?.record && b !== undefined;

/** Every result below a folder, in the order of their paths. */
export const readResults = async (out: string): Promise<readonly StoredResult[]> => {
  const results: StoredResult[] = [];
  for (const system of await folders(out))
    for (const task of await folders(join(out, system))) {
      const result = await readResult(join(out, system, task));
      if (result) results.push(result);
    }
  return results;
};

/** Folders below `out`, at any depth, that hold a record. */
export const resultFoldersIn = (out: string): readonly string[] => {
  const entries = entriesOf(out);
  const below = foldersOf(entries).filter((name) => name !== RECORD && !/(^|\.)unfinished$/.test(name));
  const found = entries.some(({ name }) => name === RECORD) ? [out] : [];
  for (const name of below) found.push(...resultFoldersIn(join(out, name)));
  return found;
};

const folders = async (path: string): Promise<readonly string[]> => foldersOf(entriesOf(path));

const foldersOf = (entries: readonly Dirent[]): readonly string[] =>
  entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Results in a folder that cannot be looked into would silently be left out. */
const entriesOf = (path: string): readonly Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new InputError(
      {
        at: { file: path },
        found: `a folder that cannot be read (${code})`,
        fix: 'allow reading it, or name another folder',
      },
      { cause: error },
    );
  }
};

/** A name as one path component: characters that file systems dislike become %XX, so distinct names stay distinct. */
export const fileSafe = (name: string): string => {
  const safe = escapedEnd(name.replace(/[^\p{L}\p{N}._ -]|^\.+/gu, escaped)) || '%';
  return shortName(isDeviceName(safe) ? escaped(safe.slice(0, 1)) + safe.slice(1) : safe, name);
};

/** Dots and spaces at the end, which some file systems drop. */
const escapedEnd = (name: string): string => {
  const rest = trimmedEnd(name, /[. ]/);
  return rest + escaped(name.slice(rest.length));
};

const escaped = (characters: string): string =>
  [...Buffer.from(characters)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
