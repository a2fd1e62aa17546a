import { lstatSync, type Stats } from 'node:fs';
import type { Cache, Json } from '../../core/index.js';
import { changeMark, isRemote, packageVersion, sha256 } from '../../platform/node/index.js';
import { RECORD_VERSION } from '../record/index.js';
import { openRecord, recordBytes, type StoredRecord } from './inspect.js';

/** Records with some of their measures: what a table shows, in a quarter of the size. */
export interface BriefRecords {
  /** The record in a folder; one that is not what was written is a `DamagedResult` error. `file`: what is known of its file, looked up before. */
  read(folder: string, file?: Stats): StoredRecord | undefined;
  /** Keeps what was read for the next process, where anything is new. */
  save(): Promise<void>;
}

/** A record that was compared with its seal, and the file that it was then. */
interface Known extends Compared {
  readonly mark?: string;
  readonly hash: string;
}

type Compared = Pick<StoredRecord, 'record' | 'seal'>;

/**
 * Reads the records below some folders. Those that this version of the program has compared with their seal before are in the cache: a file that has not
 * changed since (`changeMark`) is not opened; where that cannot be known, its bytes are read and hashed, and known bytes are neither parsed nor compared
 * again. A cache that is lost, or written by two processes at once, costs that work again and nothing else.
 */
export const briefRecords = async (
  folders: readonly string[],
  measures: readonly string[],
  cache?: Cache,
): Promise<BriefRecords> => {
  const key: Json = { markedRecords: RECORD_VERSION, program: packageVersion(), folders, measures };
  const stored = await cache?.get(key);
  const known = new Map(stored ? (JSON.parse(Buffer.from(stored).toString()) as [string, Known][]) : []);
  const byHash = new Map<string, Compared>([...known.values()].map((each) => [each.hash, each]));
  const disks = new Set(folders.flatMap((folder) => (isRemote(folder) ? [] : lstatSync(folder).dev)));
  // What is no longer there is not kept.
  const met = new Map<string, Known>();
  let isNew = false;
  const readNow = (folder: string, mark: string | undefined): Known | undefined => {
    const bytes = recordBytes(folder);
    if (bytes === undefined) return undefined;
    const hash = sha256(bytes);
    const { record, seal } = byHash.get(hash) ?? brief(openRecord(folder, bytes), measures);
    byHash.set(hash, { record, seal });
    const last = known.get(folder);
    isNew ||= last?.hash !== hash || last.mark !== mark;
    return { ...(mark !== undefined && { mark }), hash, record, seal };
  };
  return {
    read(folder, file) {
      const mark = file && disks.has(file.dev) ? changeMark(file) : undefined;
      const last = known.get(folder);
      const found = mark !== undefined && last?.mark === mark ? last : readNow(folder, mark);
      if (!found) return undefined;
      met.set(folder, found);
      return { folder, record: found.record, seal: found.seal };
    },
    async save() {
      if (!isNew) return;
      isNew = false;
      await cache?.put(key, [Buffer.from(JSON.stringify([...met]))]);
    },
  };
};

const brief = ({ record, seal }: Compared, measures: readonly string[]): Compared => {
  const some = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(measures.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]!]] : [])));
  return { record: { ...record, scores: some(record.scores), intervals: some(record.intervals) }, seal };
};
