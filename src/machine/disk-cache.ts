import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cache, canonicalJson, type Json } from '../core/index.js';
import { writeWhole } from './whole-file.js';

/** One file per entry, named by the hash of its key, written whole and then renamed. */
export const diskCache = (folder: string, note: (line: string) => void): Cache => {
  const fileOf = (key: Json): string => {
    const hash = createHash('sha256').update(canonicalJson(key)).digest('hex');
    return join(folder, hash.slice(0, 2), hash);
  };
  let unwritable = false;
  return {
    get: (key) => readFile(fileOf(key)).catch(() => undefined),
    put: async (key, bytes) => {
      if (unwritable) return;
      try {
        await writeWhole(fileOf(key), bytes);
      } catch (error) {
        unwritable = true;
        note(`cache: ${folder} cannot be written (${(error as Error).message}); working without it`);
      }
    },
  };
};

/** A cache that forgets: for `--no-cache` and for measuring. */
export const noCache: Cache = { get: async () => undefined, put: async () => {} };
