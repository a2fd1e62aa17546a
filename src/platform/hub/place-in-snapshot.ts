import { copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { ownerName } from './partial-file.js';

/**
 * Gives a blob its name in a snapshot: a relative link, as Python's client makes it so that a cache can be moved, or a
 * copy where the file system has no links. Either is made under another name and renamed, so it is there or it is not.
 */
export const placeInSnapshot = async (
  blob: string,
  target: string,
  link: (text: string, path: string) => Promise<void> = symlink,
): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  // Next to the blob: Python reads every name in a snapshot as a file of the repository.
  const made = `${blob}.${ownerName()}.link`;
  try {
    await link(relative(dirname(target), blob), made).catch(() => copyFile(blob, made));
    await rename(made, target);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
};
