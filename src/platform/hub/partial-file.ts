import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { sha256 } from '../node/index.js';

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
      await moved(path, `${blob}.${ownerName(NO_PROCESS)}${SUFFIX}`);
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

const NO_PROCESS = 0;

/** Marks a file as that of a process; a cache may be shared between machines, where its number alone says nothing. */
export const ownerName = (pid: number = process.pid): string =>
  `${thisHost()}-${pid}-${randomBytes(4).toString('hex')}`;

const thisHost = (): string => sha256(hostname()).slice(0, 8);

interface OwnedFile {
  readonly path: string;
  readonly blob: string;
  readonly host: string;
  readonly pid: number;
  readonly size: number;
  readonly writtenMs: number;
}

/** The files next to blobs that bear an owner's name; those of other programs do not. */
const ownedFiles = async (blobs: string): Promise<readonly OwnedFile[]> => {
  const names = await readdir(blobs).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const [, blob, host, pid] = /^(\w+)\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.\w+$/.exec(name) ?? [];
      const path = join(blobs, name);
      const found = blob && (await lstat(path).catch(() => undefined));
      if (!found) return [];
      return {
        path,
        blob: join(blobs, blob),
        host: host!,
        pid: Number(pid),
        size: found.size,
        writtenMs: found.mtimeMs,
      };
    }),
  );
  return files.flat();
};

const isAbandoned = ({ host, pid, writtenMs }: OwnedFile, now: number): boolean =>
  pid === NO_PROCESS || (host === thisHost() && !isRunning(pid)) || now - writtenMs > ABANDONED_MS;

const isRunning = (pid: number): boolean => {
  try {
    // Signal 0 is not delivered; sending it only fails when the process does not exist.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

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
