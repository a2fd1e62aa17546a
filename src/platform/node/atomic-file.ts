import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { access, chmod, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../core/index.js';
import { cannotWrite, isFileError, writeError } from './file-errors.js';
import { sweep, unfinishedName } from './owner.js';

/** Makes a folder and those above it; they are on the disk when this returns. */
export const makeFolder = async (folder: string, { lasting = true } = {}): Promise<void> => {
  try {
    const first = makeFolders(resolve(folder));
    if (lasting) syncMade(resolve(folder), first);
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
export const makeFolders = (
  folder: string,
  { attempts = 50, make = (path: string): void => mkdirSync(path) } = {},
): string | undefined => {
  const above = dirname(folder);
  const first = above === folder || existsSync(above) ? undefined : makeFolders(above);
  try {
    make(folder);
    return first ?? folder;
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return first;
    // Another process may remove a folder that stayed empty, between our look and our call: the one above, or this one.
    const isGone = ['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (isGone && attempts > 1) return makeFolders(folder, { attempts: attempts - 1, make });
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

/** What systems say that do not open or sync folders. */
const NOT_OFFERED: readonly unknown[] = ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF'];

const unlessOffered = (error: unknown): void => {
  if (!NOT_OFFERED.includes((error as NodeJS.ErrnoException).code)) throw error;
};

/** A file is in a folder for good when the folder is on the disk too. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(unlessOffered);
  try {
    await handle?.sync().catch(unlessOffered);
  } finally {
    await handle?.close();
  }
};

/** Sees to it that a folder and those above it, from the first that was made, are on the disk. */
export const syncMade = (folder: string, first: string | undefined): void => {
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made))
    syncNow(dirname(made));
};

const syncNow = (folder: string): void => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    unlessOffered(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

interface AtomicOptions {
  readonly lasting?: boolean;
  readonly secret?: boolean;
  /** Its name until it is whole, where others read every name of its folder; it holds `ownerName()`. */
  readonly unfinished?: string;
}

/**
 * Writes a file whole under another name, then renames it: readers see the old file or the new one, never half, and it is on the disk when this returns.
 * Where `lasting` is false a loss of power may take it: for what is quickly made again. A `secret` can be read by its owner alone.
 */
export const writeAtomic = async (
  file: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { lasting = true, secret = false, unfinished = unfinishedName(file) }: AtomicOptions = {},
): Promise<void> => {
  const sure = <T>(work: Promise<T>): Promise<T> => work.catch(cannotWrite(file));
  await mustBeReplaceable(file);
  await makeFolder(dirname(file), { lasting });
  sweepOnce(resolve(dirname(file)));
  try {
    const handle = await sure(open(unfinished, 'w', secret ? 0o600 : 0o666));
    try {
      // A text is a part, and not an iterable of its letters.
      for await (const part of typeof parts === 'string' ? [parts] : parts)
        await sure(handle.writeFile(part));
      if (lasting) await sure(handle.sync());
    } finally {
      await sure(handle.close());
    }
    await sure(rename(unfinished, file));
    if (lasting) await sure(syncFolder(dirname(file)));
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
