import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Cache, canonicalJson, type Json } from '../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { sha256 } from './sha256.js';

const CHECKSUM_BYTES = 4;

/**
 * One file per entry, named by the hash of its key, written whole and then renamed. A checksum is at its end, so
 * that an entry damaged on disk is absent rather than wrong.
 */
export const diskCache = (folder: string, note: (line: string) => void): Cache => {
  const fileOf = (key: Json): string => {
    const hash = sha256(canonicalJson(key));
    return join(folder, hash.slice(0, 2), hash);
  };
  let unwritable = false;
  return {
    get: async (key) => {
      const file = fileOf(key);
      const stored = await readFile(file).catch(() => undefined);
      if (!stored) return undefined;
      const bytes = intact(stored);
      if (!bytes) note(`cache: ${file} is damaged; making it again`);
      return bytes;
    },
    put: async (key, parts) => {
      if (unwritable) return;
      try {
        await writeAtomic(fileOf(key), [...parts, checksumOf(parts)]);
      } catch (error) {
        unwritable = true;
        note(
          `cache: ${folder} cannot be written (${(error as Error).message.split('\n')[0]}); working without it`,
        );
      }
    },
  };
};

const checksumOf = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = Buffer.alloc(CHECKSUM_BYTES);
  bytes.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0));
  return bytes;
};

const intact = (stored: Buffer): Uint8Array | undefined => {
  const end = stored.length - CHECKSUM_BYTES;
  if (end < 0 || stored.readUInt32LE(end) !== crc32(stored.subarray(0, end))) return undefined;
  return stored.subarray(0, end);
};

/** A cache that forgets: for `--no-cache` and for measuring. */
export const noCache: Cache = { get: async () => undefined, put: async () => {} };
