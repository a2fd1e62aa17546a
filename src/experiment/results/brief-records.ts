import type { Cache, Json } from '../../core/index.js';
import { packageVersion, sha256 } from '../../platform/node/index.js';
import { RECORD_VERSION, type ResultRecord, type SealedRecord } from '../record/index.js';
import { openRecord, recordBytes, type StoredRecord } from './inspect.js';

/** Records with some of their measures: what a table shows, in a quarter of the size. */
export interface BriefRecords {
  /** The record in a folder; one that is not what was written is a `DamagedResult` error. */
  read(folder: string): StoredRecord | undefined;
  /** Keeps what was read for the next process, where anything is new. */
  save(): Promise<void>;
}

/**
 * Reads the records below some folders. The bytes of every file are read and hashed each time. Those that this version of the program has compared with
 * their seal before are in the cache by their hash, and are neither parsed nor compared again; a cache that is lost, or written by two processes at
 * once, costs that work again and nothing else.
 */
export const briefRecords = async (
  folders: readonly string[],
  measures: readonly string[],
  cache?: Cache,
): Promise<BriefRecords> => {
  const key: Json = { briefRecords: RECORD_VERSION, program: packageVersion(), folders, measures };
  const stored = await cache?.get(key);
  const known = new Map(stored ? (JSON.parse(Buffer.from(stored).toString()) as Entry[]) : []);
  // What is no longer there is not kept.
  const met = new Map<string, SealedRecord>();
  let isNew = false;
  return {
    read(folder) {
      const bytes = recordBytes(folder);
      if (bytes === undefined) return undefined;
      const hash = sha256(bytes);
      const found = known.get(hash) ?? met.get(hash) ?? brief(openRecord(folder, bytes), measures);
      isNew ||= !known.has(hash) && !met.has(hash);
      met.set(hash, found);
      const { seal, ...record } = found;
      return { folder, record, seal };
    },
    async save() {
      if (!isNew) return;
      isNew = false;
      await cache?.put(key, [Buffer.from(JSON.stringify([...met]))]);
    },
  };
};

type Entry = readonly [hash: string, record: SealedRecord];

const brief = ({ record, seal }: StoredRecord, measures: readonly string[]): SealedRecord => {
  const some = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(measures.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]!]] : [])));
  const shown: ResultRecord = { ...record, scores: some(record.scores), intervals: some(record.intervals) };
  return { ...shown, seal };
};
