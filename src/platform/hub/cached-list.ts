import { z } from 'zod';
import type { JsonObject, Tools } from '../../core/index.js';
import type { Snapshot } from './cache.js';
import type { Hub } from './hub.js';
import { RemoteFile } from './remote-file.js';

/**
 * The files of a commit that are of interest. They never change, so the list is cached and requested once; undefined
 * where it is not cached and there is no network.
 */
export const cachedList = async (
  name: string,
  snapshot: Snapshot,
  wanted: (path: string) => boolean,
  hub: Hub | undefined,
  tools: Tools,
): Promise<readonly RemoteFile[] | undefined> => {
  const { kind, repository, revision } = snapshot;
  const list = await cached({ list: name, kind, repository, revision }, z.array(RemoteFile), tools, () =>
    hub?.list(snapshot, wanted),
  );
  return list;
};

/** A value that never changes, from the cache, or made and put there. */
export const cached = async <T>(
  key: JsonObject,
  schema: z.ZodType<T>,
  { cache }: Tools,
  make: () => Promise<T> | undefined,
): Promise<T | undefined> => {
  const found = parsed(await cache.get(key), schema);
  if (found !== undefined) return found;
  const made = await make();
  if (made !== undefined) await cache.put(key, [new TextEncoder().encode(JSON.stringify(made))]);
  return made;
};

const parsed = <T>(bytes: Uint8Array | undefined, schema: z.ZodType<T>): T | undefined => {
  try {
    return bytes && schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
};
