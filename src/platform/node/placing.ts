import { rmdirSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, open, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from './atomic-file.js';
import { cannotWrite } from './file-errors.js';
import { unfinishedName } from './owner.js';

/** Removes a file or a folder with all that is in it; nothing where there is none. A disk that fails once is asked again. */
export const remove = async (path: string): Promise<void> => {
  const removed = () => rm(path, { recursive: true, force: true });
  await removed().catch(removed).catch(cannotWrite(path));
};

/** Likewise at once, for the end of a process, which nothing can stop any more: what cannot be removed is left. */
export const removeNow = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next one who writes there sweeps it.
  }
};

/** Removes a folder as one: readers see all of it or none. What a kill leaves has another name, and `sweep` of the folder above removes it. */
export const removeAsOne = async (folder: string): Promise<void> => {
  const aside = unfinishedName(folder);
  const put = () => rename(folder, aside);
  await put().catch(put).catch(cannotWrite(folder));
  await remove(aside);
};

/** Removes a folder if nothing is in it. */
export const removeEmpty = (folder: string): Promise<void> =>
  rmdir(folder)
    .catch(() => rmdir(folder))
    .catch(() => {});

/** Likewise at once. */
export const removeEmptyNow = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it, or it is not there.
  }
};

/** Gives what is whole its name, in place of what has it; it has the name on the disk when this returns. Errors are those of the system. */
export const moveInto = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await syncFolder(dirname(to));
};

/** Gives a file another name in passing: a loss of power may take the name back. */
export const renamed = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    () => false,
  );

/** Sees to it that all files of a folder are on the disk, with their names. */
export const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
};

export const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** A link, or a copy where the file system has none, under a name of its own. */
export const linkOrCopy = async (
  text: string,
  file: string,
  made: string,
  link: (text: string, path: string) => Promise<void> = symlink,
): Promise<void> => {
  await link(text, made).catch(async () => {
    await copyFile(file, made);
    await syncFile(made);
  });
};

/** Opens a copy that is written piece by piece: a new one, or one that is continued. */
export const openPiecewise = async (path: string, isNew: boolean): Promise<FileHandle> => {
  await makeFolder(dirname(path));
  return open(path, isNew ? 'w' : 'r+');
};
