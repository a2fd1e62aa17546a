import { rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from './atomic-file.js';
import { writeError } from './file-errors.js';
import { replacedName, sweep, unfinishedName } from './owner.js';
import { moveInto, remove, syncTree } from './placing.js';

/**
 * Fills a folder beside its place, then puts it there: readers see the old folder, for a moment none, or the new one, never a part. All of it is on the disk
 * when this returns, so files in it need not be `lasting`.
 */
export const stageFolder = async <Result>(
  folder: string,
  fill: (staging: string) => Promise<Result>,
): Promise<Result> => {
  const unfinished = unfinishedName(resolve(folder));
  try {
    sweep(dirname(unfinished));
    await makeFolder(unfinished);
    const result = await fill(unfinished);
    await syncTree(unfinished);
    await putInPlace(unfinished, resolve(folder));
    return result;
  } catch (error) {
    await remove(unfinished).catch(() => {});
    throw writeError(folder, error);
  }
};

const putInPlace = async (made: string, place: string): Promise<void> => {
  await makeFolder(dirname(place));
  const old = replacedName(place);
  const moved = await rename(place, old).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    await moveInto(made, place);
  } catch (error) {
    if (moved) await rename(old, place);
    throw error;
  }
  if (moved) await remove(old);
};
