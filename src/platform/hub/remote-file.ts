import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Environment } from '../node/index.js';
import { type HubRepository, repositoryFolder } from './cache.js';

/** A file of a hub repository: where it is there and what it holds. */
export const RemoteFile = z.strictObject({
  /** In the repository, with forward slashes. */
  path: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** How its content is hashed: LFS names files by SHA-256, git by the SHA-1 of a blob object. */
  algorithm: z.enum(['sha256', 'git-sha1']),
  /** The hash in hex: also the ETag, and the name of the blob in the cache. */
  hash: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
});
export type RemoteFile = Readonly<z.infer<typeof RemoteFile>>;

const Sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.int().nonnegative();

/** A file as the hub's `tree` and `paths-info` list it. */
export const ListedFile = z
  .object({
    path: z.string(),
    size: Size,
    oid: Sha1,
    /** Of a large file, for which git itself only has a pointer. */
    lfs: z.object({ oid: Sha256, size: Size }).optional(),
  })
  .transform(
    ({ path, size, oid, lfs }): RemoteFile =>
      lfs
        ? { path, size: lfs.size, algorithm: 'sha256', hash: lfs.oid }
        : { path, size, algorithm: 'git-sha1', hash: oid },
  );

const BLOCK_BYTES = 1 << 18;

/** Instead of content, where there is no file. */
export const NOTHING = 'nothing';

/** What a file on disk holds instead of what the hub lists; undefined when it is the same. */
export const wrongContent = async (
  path: string,
  { size, algorithm, hash }: RemoteFile,
): Promise<string | undefined> => {
  const bytes = await sizeOf(path);
  if (bytes !== size) return bytes === undefined ? NOTHING : `${bytes} bytes`;
  const found = await hashOf(path, algorithm, size);
  return found === hash ? undefined : `${algorithm} ${found}`;
};

export const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;

const hashOf = async (path: string, algorithm: RemoteFile['algorithm'], size: number): Promise<string> => {
  const hash = createHash(algorithm === 'sha256' ? 'sha256' : 'sha1');
  // Git hashes an object: its kind and size, a zero byte, then the content.
  if (algorithm === 'git-sha1') hash.update(`blob ${size}\0`);
  await pipeline(createReadStream(path, { highWaterMark: BLOCK_BYTES }), hash);
  return hash.digest('hex');
};

/** `unknown`: nothing on this machine says which hash the file should have. */
type Soundness = 'sound' | 'damaged' | 'unknown';

/** Hashes a file of a snapshot and compares: with what the hub lists, else with the name of the blob that it links to. */
export const soundness = async (path: string, listed?: RemoteFile): Promise<Soundness> => {
  const recorded = listed ?? (await blobRecord(path, basename(await readlink(path).catch(() => ''))));
  if (!recorded) return 'unknown';
  return (await wrongContent(path, recorded)) === undefined ? 'sound' : 'damaged';
};

/** What a blob's name says of its content: SHA-256 of large files, git's SHA-1 of the others. */
const blobRecord = async (path: string, name: string): Promise<RemoteFile | undefined> => {
  const size = await sizeOf(path);
  if (size === undefined || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name)) return undefined;
  return { path: name, size, algorithm: name.length === 64 ? 'sha256' : 'git-sha1', hash: name };
};

interface CheckedBlobs {
  readonly files: number;
  readonly bytes: number;
  /** Paths of blobs whose content is not what their name says. */
  readonly damaged: readonly string[];
}

/** Hashes everything that the cache holds of a repository. */
export const checkBlobs = async (
  repository: HubRepository,
  env: Environment = process.env,
): Promise<CheckedBlobs> => {
  const folder = join(repositoryFolder(repository, env), 'blobs');
  const damaged: string[] = [];
  let [files, bytes] = [0, 0];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const path = join(folder, name);
    const recorded = await blobRecord(path, name);
    if (!recorded) continue;
    files += 1;
    bytes += recorded.size;
    if ((await wrongContent(path, recorded)) !== undefined) damaged.push(path);
  }
  return { files, bytes, damaged };
};
