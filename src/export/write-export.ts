import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../core/index.js';
import { makeFolder, writeAtomic, writeError } from '../node/index.js';
import type { ExportedFile } from './format.js';

/** How files are written. */
export interface WriteExportOptions {
  /** Replaces files that have other content. */
  readonly overwrite?: boolean;
}

/**
 * Writes the files of an export below a folder. All are made before one is put in its place, so that an export that fails or is stopped leaves the
 * folder as it was. A folder that is not there yet appears whole. Files that are there with other content are not written over without
 * `overwrite`; other files are left alone. Gives the paths of the files.
 */
export const writeExport = async (
  out: string,
  files: readonly ExportedFile[],
  { overwrite = false }: WriteExportOptions = {},
): Promise<readonly string[]> => {
  const folder = resolve(out);
  mustBeBelow(files);
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.unfinished`);
  try {
    const foreign: string[] = [];
    for (const { path, content } of files) {
      const made = typeof content === 'function' ? await content() : content;
      await writeAtomic(join(unfinished, path), [made]);
      if (!(await isFree(join(folder, path), made))) foreign.push(path);
    }
    if (foreign.length > 0 && !overwrite) throw inTheWay(out, foreign);
    await put(unfinished, folder, files);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return files.map(({ path }) => join(out, path));
};

/** Names of systems and tasks become paths: none may lead out of the folder, and none may be there twice. */
const mustBeBelow = (files: readonly ExportedFile[]): void => {
  const seen = new Set<string>();
  for (const { path } of files) {
    const parts = path.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
      throw new InputError({ found: `a path ${JSON.stringify(path)}`, expected: 'a path below the folder' });
    if (seen.has(path.toLowerCase()))
      throw new InputError({
        found: `two files ${path} in one export`,
        expected: 'one system for each file',
        fix: 'choose the systems with --system',
      });
    seen.add(path.toLowerCase());
  }
};

/** Nothing there, or the same bytes. */
const isFree = async (file: string, content: string | Uint8Array): Promise<boolean> => {
  try {
    return (await readFile(file)).equals(Buffer.from(content));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return true;
    if (code === 'EISDIR') return false;
    throw writeError(file, error);
  }
};

const put = async (unfinished: string, folder: string, files: readonly ExportedFile[]): Promise<void> => {
  // An empty folder is as good as none.
  await rmdir(folder).catch(() => {});
  try {
    await rename(unfinished, folder);
    return;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(code)) throw writeError(folder, error);
  }
  for (const { path } of files) {
    await makeFolder(dirname(join(folder, path)));
    try {
      await rename(join(unfinished, path), join(folder, path));
    } catch (error) {
      throw writeError(join(folder, path), error);
    }
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
