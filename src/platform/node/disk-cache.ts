import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cache, canonicalJson, type Json } from '../../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { openChecked, withChecksums } from './checked-file.js';
import { sha256 } from './sha256.js';

/** Goes up with every change of how entries are stored, so that older ones are not found. */
const LAYOUT = 'v2';

/**
 * One file per entry, named by the hash of its key, written whole and then renamed. It has a checksum for every block, so
 * that an entry damaged on disk is absent rather than wrong, also when only a part of it is read.
 */
export const diskCache = (folder: string, note: (line: string) => void): Cache => {
  const fileOf = (key: Json): string => {
    const hash = sha256(canonicalJson(key));
    return join(folder, hash.slice(0, 2), `${hash}.${LAYOUT}`);
  };
  const open: Cache['open'] = async (key) => {
    const file = fileOf(key);
    if (!existsSync(file)) return undefined;
    try {
      const entry = openChecked(file);
      if (entry) return entry;
    } catch {
      return undefined; // gone in the meantime, or not ours to read
    }
    note(`cache: ${file} is damaged; making it again`);
    return undefined;
  };
  let unwritable = false;
  return {
    open,
    get: async (key) => {
      const entry = await open(key);
      const bytes = entry?.read(0, entry.size);
      if (entry && !bytes) note(`cache: ${fileOf(key)} is damaged; making it again`);
      return bytes;
    },
    put: async (key, parts) => {
      if (unwritable) return;
      try {
        await writeAtomic(fileOf(key), withChecksums(parts));
      } catch (error) {
        unwritable = true;
        note(
          `cache: ${folder} cannot be written (${(error as Error).message.split('\n')[0]}); working without it`,
        );
      }
    },
  };
};

/** A cache that forgets: for `--no-cache` and for measuring. */
export const noCache: Cache = {
  get: async () => undefined,
  open: async () => undefined,
  put: async () => {},
};
