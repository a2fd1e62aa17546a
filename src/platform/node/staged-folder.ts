import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from './atomic-file.js';
import { writeError } from './file-errors.js';
import { replacedName, sweep, unfinishedName } from './owner.js';

/** Fills a folder beside its place, then puts it there: readers see the old folder or the new one, never a part. */
export const stageFolder = async <Result>(
  folder: string,
  fill: (staging: string) => Promise<Result>,
): Promise<Result> => {
  const unfinished = unfinishedName(resolve(folder));
  const remove = () => rm(unfinished, { recursive: true, force: true });
  try {
    sweep(dirname(unfinished));
    await makeFolder(unfinished);
    const result = await fill(unfinished);
    await putInPlace(unfinished, resolve(folder));
    return result;
  } catch (error) {
    await remove().catch(() => {});
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
    await rename(made, place);
  } catch (error) {
    if (moved) await rename(old, place);
    throw error;
  }
  if (moved) await rm(old, { recursive: true, force: true });
};
