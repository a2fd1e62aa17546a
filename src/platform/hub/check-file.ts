import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Environment } from '../node/index.js';
import { repositoryFolder } from './cache.js';
import { sizeOf, wrongContent } from './content.js';
import type { RemoteFile } from './remote-file.js';
import type { HubRepository } from './snapshot.js';

/** `unknown`: nothing on this machine says which hash the file should have. */
export type Soundness = 'sound' | 'damaged' | 'unknown';

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

export interface CheckedBlobs {
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
