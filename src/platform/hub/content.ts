import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { RemoteFile } from './remote-file.js';

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
