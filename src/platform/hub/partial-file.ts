import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import {
  isLeft,
  linkOrCopy,
  makeFolder,
  moveInto,
  OWNER_NAME,
  type Owner,
  ownerIn,
  ownerName,
  remove,
  renamed,
} from '../node/index.js';

/**
 * The unfinished copy of a blob that one process writes: `<hash>.<owner>.incomplete` next to the blob, the form of name
 * that Python's huggingface_hub 2 gives its own. Each download has a file to itself, so two at once cost bandwidth and
 * nothing else. What a dead process left is taken over by renaming it, which only one can do.
 */
interface PartialFile {
  readonly path: string;
  /** Leaves the file for the next caller. */
  release(): Promise<void>;
}

const SUFFIX = '.incomplete';

/** A live download writes, or gives up, within this time; what has not been written to for longer has no owner. */
const ABANDONED_MS = 15 * 60_000;

/** Takes over the longest abandoned copy of a blob, or names a new one. */
export const claimPartial = async (blob: string, now: number): Promise<PartialFile> => {
  await makeFolder(dirname(blob));
  const path = `${blob}.${ownerName()}${SUFFIX}`;
  const copies = (await ownedFiles(dirname(blob))).filter(
    (file) => file.blob === blob && file.path.endsWith(SUFFIX) && isAbandoned(file, now),
  );
  for (const copy of copies.sort((a, b) => b.size - a.size)) if (await renamed(copy.path, path)) break;
  return {
    path,
    release: async () => {
      await renamed(path, `${blob}.${ownerName(true)}${SUFFIX}`);
    },
  };
};

/** Removes what dead processes left: links and references at once, copies of blobs when these are complete. */
export const sweepAbandoned = async (blobs: string, now: number): Promise<void> => {
  const useless = (await ownedFiles(blobs)).filter(
    ({ path, blob }) => !path.endsWith(SUFFIX) || existsSync(blob),
  );
  // What cannot be removed does no harm.
  for (const file of useless) if (isAbandoned(file, now)) await remove(file.path).catch(() => {});
};

interface OwnedFile {
  readonly path: string;
  readonly blob: string;
  readonly owner: Owner | undefined;
  readonly size: number;
  readonly writtenMs: number;
}

const NAME = new RegExp(`^(\\w+)\\.(${OWNER_NAME})\\.\\w+$`);

/** The files next to blobs that bear an owner's name; those of other programs do not. */
const ownedFiles = async (blobs: string): Promise<readonly OwnedFile[]> => {
  const names = await readdir(blobs).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const [, blob, mark] = NAME.exec(name) ?? [];
      const path = join(blobs, name);
      const found = blob && (await lstat(path).catch(() => undefined));
      if (!found) return [];
      return {
        path,
        blob: join(blobs, blob),
        owner: ownerIn(mark!),
        size: found.size,
        writtenMs: found.mtimeMs,
      };
    }),
  );
  return files.flat();
};

const isAbandoned = ({ owner, writtenMs }: OwnedFile, now: number): boolean =>
  isLeft(owner, () => now - writtenMs, ABANDONED_MS);

/**
 * Gives a blob its name in a snapshot: a relative link, as Python's client makes it so that a cache can be moved, or a
 * copy where the file system has no links. Either is made under another name and renamed, so it is there or it is not.
 */
export const placeInSnapshot = async (
  blob: string,
  target: string,
  link?: (text: string, path: string) => Promise<void>,
): Promise<void> => {
  await makeFolder(dirname(target));
  // Next to the blob: Python reads every name in a snapshot as a file of the repository.
  const made = `${blob}.${ownerName()}.link`;
  try {
    await linkOrCopy(relative(dirname(target), blob), blob, made, link);
    await moveInto(made, target);
  } catch (error) {
    await remove(made);
    throw error;
  }
};
