import { existsSync, mkdirSync, statSync } from 'node:fs';
import { access, chmod, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../core/index.js';
import { cannotWrite, isFileError, writeError } from './file-errors.js';
import { sweep, unfinishedName } from './owner.js';

/** Makes a folder and those above it. */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    makeFolders(resolve(folder));
  } catch (error) {
    throw writeError(folder, error);
  }
};

/** Makes a folder that nobody else on this machine looks into. */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  await makeFolder(folder);
  await chmod(folder, 0o700).catch(cannotWrite(folder));
};

/** Makes a folder and those above it; gives the first that was not there. (Node's own `recursive` never returns below /proc.) */
export const makeFolders = (folder: string): string | undefined => {
  const above = dirname(folder);
  const first = above === folder || existsSync(above) ? undefined : makeFolders(above);
  try {
    mkdirSync(folder);
    return first ?? folder;
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return first;
    throw error;
  }
};

/** Refuses a folder that could not be written into, before work is done for it. Makes nothing. */
export const mustBeWritable = async (folder: string, flag = '--out'): Promise<void> => {
  const fix = `name another folder, for example ${flag} results`;
  if (folder.trim() === '')
    throw new InputError({ found: `${flag} without a name`, expected: 'a folder to write into', fix });
  for (let path = resolve(folder); ; path = dirname(path)) {
    const there = await stat(path).catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (isFileError(error) && ['ENOENT', 'ENOTDIR'].includes(code) && dirname(path) !== path)
        return undefined;
      throw writeError(folder, error);
    });
    if (!there) continue;
    if (!there.isDirectory())
      throw new InputError({
        at: { file: path },
        found: there.isFile() ? 'a file' : 'a device or pipe',
        expected: 'a folder to write into',
        fix,
      });
    return access(path, constants.W_OK | constants.X_OK).catch(cannotWrite(path));
  }
};

/** A file is in a folder for good when the folder is on the disk too. Not every system opens folders. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/**
 * Writes a file whole under another name, then renames it: readers see the old file or the new one, never half, and it is on the disk when this returns.
 * Where `lasting` is false a loss of power may take it: for what is quickly made again. A `secret` can be read by its owner alone.
 */
export const writeAtomic = async (
  file: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { lasting = true, secret = false }: { readonly lasting?: boolean; readonly secret?: boolean } = {},
): Promise<void> => {
  const sure = <T>(work: Promise<T>): Promise<T> => work.catch(cannotWrite(file));
  await mustBeReplaceable(file);
  await makeFolder(dirname(file));
  sweepOnce(resolve(dirname(file)));
  const unfinished = unfinishedName(file);
  try {
    const handle = await sure(open(unfinished, 'w', secret ? 0o600 : 0o666));
    try {
      for await (const part of parts) await sure(handle.writeFile(part));
      if (lasting) await sure(handle.sync());
    } finally {
      await sure(handle.close());
    }
    await sure(rename(unfinished, file));
    if (lasting) await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
};

const swept = new Set<string>();

/** Looking through a folder for every file of it would cost more than writing them. */
const sweepOnce = (folder: string): void => {
  if (!swept.has(folder)) sweep(folder);
  swept.add(folder);
};

/** Renaming would put a file in the place of a device such as /dev/null. */
const mustBeReplaceable = async (file: string): Promise<void> => {
  const there = file === '' ? 'no name' : await stat(file).catch(() => undefined);
  if (there === undefined || (typeof there !== 'string' && there.isFile())) return;
  throw new InputError({
    ...(file !== '' && { at: { file } }),
    found: typeof there === 'string' ? there : there.isDirectory() ? 'a folder' : 'a device or pipe',
    expected: 'a file to write',
    fix: 'choose another name',
  });
};
