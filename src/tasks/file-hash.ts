import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { gzipError, readError, sha256 } from '../platform/node/index.js';
import type { FoundFile } from './folder-files.js';

const BLOCK_BYTES = 1 << 18;

/** SHA-256 of a file's content in hex; gzip, detected by content, is unpacked first. */
export const fileHash = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  try {
    if (await isGzip(path))
      await pipeline(
        createReadStream(path, { highWaterMark: BLOCK_BYTES }),
        createGunzip({ chunkSize: BLOCK_BYTES }),
        hash,
      );
    else await hashPlain(path, hash);
  } catch (cause) {
    throw gzipError(path, cause) ?? readError(path, cause);
  }
  return hash.digest('hex');
};

/** By one buffer: a stream would leave as many behind as the file has blocks. */
const hashPlain = async (path: string, hash: Hash): Promise<void> => {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES, null);
      if (bytesRead === 0) return;
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
};

/** Whether a file is gzip, detected by content. */
export const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
};

/** One hash for several files: that of the list `sha256sum` prints for them, so anyone can make it again. */
export const listHash = (files: readonly { readonly hash: string; readonly file: FoundFile }[]): string => {
  const list = files.map(({ hash, file }) => `${hash}  ${file.name}\n`).join('');
  return sha256(list);
};
