import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../../core/index.js';
import {
  cannotWrite,
  makeFolder,
  moveInto,
  remove,
  removeEmpty,
  sweep,
  syncTree,
  unfinishedName,
  writeAtomic,
  writeError,
} from '../../platform/node/index.js';
import type { ExportedFile } from './format.js';

/** How files are written. */
export interface WriteExportOptions {
  /** Replaces files that have other content. */
  readonly overwrite?: boolean;
  /** Stops between two files; nothing is left then. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the files of an export below a folder. All are made before one is put in its place, so that an export that fails or is stopped leaves the
 * folder as it was. A folder that is not there yet appears whole. Files that are there with other content are not written over without
 * `overwrite`; other files are left alone. Gives the paths of the files.
 */
export const writeExport = async (
  out: string,
  files: readonly ExportedFile[],
  { overwrite = false, signal }: WriteExportOptions = {},
): Promise<readonly string[]> => {
  const folder = resolve(out);
  mustBeBelow(files);
  sweep(dirname(folder));
  const unfinished = unfinishedName(join(dirname(folder), `.${basename(folder)}`));
  try {
    for (const { path, content } of files) {
      signal?.throwIfAborted();
      const whole = typeof content === 'function' ? await content() : content;
      await writeAtomic(join(unfinished, path), [whole], { lasting: false });
    }
    signal?.throwIfAborted();
    // On the disk before they have their names: an empty file after a loss of power would be one of others to the next export.
    if (files.length > 0) await syncTree(unfinished).catch(cannotWrite(out));
    if (!(await appearsWhole(unfinished, folder))) await putEach(unfinished, out, files, overwrite);
  } finally {
    await remove(unfinished);
  }
  return files.map(({ path }) => join(out, path));
};

/** Names of systems and tasks become paths: none may lead out of the folder, and none may be there twice. */
const mustBeBelow = (files: readonly ExportedFile[]): void => {
  const seen = new Set<string>();
  for (const { path } of files) {
    const parts = path.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
      throw new InputError({
        found: `a path ${JSON.stringify(path)}`,
        expected: 'a path below the folder',
        fix: 'leave out leading slashes and ..',
      });
    if (seen.has(path.toLowerCase()))
      throw new InputError({
        found: `two files ${path} in one export`,
        expected: 'one system for each file',
        fix: 'choose the systems with --system',
      });
    seen.add(path.toLowerCase());
  }
};

/** Whether the folder could be put in place at once, since none was there or an empty one. */
const appearsWhole = async (unfinished: string, folder: string): Promise<boolean> => {
  await removeEmpty(folder);
  try {
    await moveInto(unfinished, folder);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(code)) return false;
    throw writeError(folder, error);
  }
};

/** Looks at what is there as late as can be: another export may have been faster. */
const putEach = async (
  unfinished: string,
  out: string,
  files: readonly ExportedFile[],
  overwrite: boolean,
): Promise<void> => {
  const foreign: string[] = [];
  for (const { path } of files)
    if (!(await isFree(join(out, path), join(unfinished, path)))) foreign.push(path);
  if (foreign.length > 0 && !overwrite) throw inTheWay(out, foreign);
  for (const { path } of files) {
    await makeFolder(dirname(join(out, path)));
    await moveInto(join(unfinished, path), join(out, path)).catch(cannotWrite(join(out, path)));
  }
};

/** Nothing there, or the same bytes. */
const isFree = async (file: string, made: string): Promise<boolean> => {
  try {
    return (await readFile(file)).equals(await readFile(made));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return true;
    if (code === 'EISDIR') return false;
    throw writeError(file, error);
  }
};

const SHOWN = 3;

const inTheWay = (out: string, foreign: readonly string[]): InputError =>
  new InputError({
    at: { file: out },
    found: `${foreign.length} files with other content: ${foreign.slice(0, SHOWN).join(', ')}${foreign.length > SHOWN ? ', …' : ''}`,
    expected: 'a new or empty folder, or the same files',
    fix: 'name another folder with --out, or replace them with --overwrite',
  });
