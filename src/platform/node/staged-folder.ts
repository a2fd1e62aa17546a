import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from './atomic-file.js';
import { writeError } from './file-errors.js';

/**
 * Fills a folder elsewhere, then puts it in place: readers see the old folder or the new one, never a part. `staging` must be on the same
 * disk; it is emptied first and gone afterwards.
 */
export const stageFolder = async <Result>(
  folder: string,
  staging: string,
  fill: () => Promise<Result>,
): Promise<Result> => {
  const unfinished = resolve(staging);
  const remove = () => rm(unfinished, { recursive: true, force: true });
  try {
    await remove();
    await makeFolder(unfinished);
    const result = await fill();
    await putInPlace(unfinished, resolve(folder));
    return result;
  } catch (error) {
    await remove().catch(() => {});
    throw writeError(folder, error);
  }
};

const putInPlace = async (made: string, place: string): Promise<void> => {
  await makeFolder(dirname(place));
  const old = `${place}.${randomUUID()}.replaced`;
  const moved = await rename(place, old).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    await rename(made, place);
  } catch (error) {
    if (moved) await rename(old, place);
    throw error;
  }
  if (moved) await rm(old, { recursive: true, force: true });
};
