import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isLeft, OWNER_NAME, type Owner, ownerIn, ownerName } from '../node/index.js';

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
  await mkdir(dirname(blob), { recursive: true });
  const path = `${blob}.${ownerName()}${SUFFIX}`;
  const copies = (await ownedFiles(dirname(blob))).filter(
    (file) => file.blob === blob && file.path.endsWith(SUFFIX) && isAbandoned(file, now),
  );
  for (const copy of copies.sort((a, b) => b.size - a.size)) if (await moved(copy.path, path)) break;
  return {
    path,
    release: async () => {
      await moved(path, `${blob}.${ownerName(true)}${SUFFIX}`);
    },
  };
};

/** Removes what dead processes left of blobs that are complete by now. */
export const sweepAbandoned = async (blobs: string, now: number): Promise<void> => {
  const complete = (await ownedFiles(blobs)).filter(({ blob }) => existsSync(blob));
  // What cannot be removed does no harm.
  for (const file of complete)
    if (isAbandoned(file, now)) await rm(file.path, { force: true }).catch(() => {});
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

const moved = async (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    () => false,
  );

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
