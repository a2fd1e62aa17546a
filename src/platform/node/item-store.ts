import { hash } from 'node:crypto';
import { open, readdir, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  canonicalJson,
  type Item,
  type ItemKey,
  type Items,
  type Tools,
  WorkError,
} from '../../core/index.js';
import { makeFolder, syncFolder, writeAtomic } from './atomic-file.js';
import { cannotRead, isFileError, writeError } from './file-errors.js';
import { HEAD_BYTES, recordHead } from './item-record.js';
import { type Placed, readRecords, type SegmentScan, scanSegment } from './item-segment.js';
import { acquireLease, sweepLease } from './lease.js';
import { temporaryFolder } from './owner.js';
import { removeNow } from './placing.js';
import { type OwnSegment, ownSegment, type Segment, segmentsIn } from './segment-files.js';
import { sha256 } from './sha256.js';

/** Items in a folder of their own per setting, opened once however often they are requested. */
export const itemStore = (folder: string, note: (line: string) => void): Tools['items'] => {
  const opened = new Map<string, Promise<Items>>();
  return (setting, paid = false) => {
    const text = canonicalJson(setting);
    const hash = sha256(text);
    const items = opened.get(hash) ?? openItems(join(folder, hash.slice(0, 2), hash), text, note, paid);
    opened.set(hash, items);
    return items;
  };
};

/** Items that end with the process, for `--no-cache`; on disk, as there may be more than fits into memory. */
export const temporaryItems = (note: (line: string) => void): Tools['items'] => {
  let store: ReturnType<typeof itemStore> | undefined;
  return (setting) => {
    if (!store) {
      const folder = temporaryFolder();
      process.once('exit', () => removeNow(folder));
      store = itemStore(folder, note);
    }
    // Nothing of it is to outlive the process, so nothing is lost that could be paid for again.
    return store(setting);
  };
};

/** Calls that are under way, a lease for each. */
const CLAIMS = 'claims';

/** As `keyFrom` writes it, in one call, which takes a quarter of the time. */
const keyOf = (asked: string): ItemKey => hash('sha256', asked, 'base64') as ItemKey;

const openItems = async (
  folder: string,
  setting: string,
  note: (line: string) => void,
  paid: boolean,
): Promise<Items> => {
  const index = itemIndex();
  /** Where the last whole record of each segment ended when it was last looked at. */
  const ends = new Map<string, number>();
  const scan = async ({ file }: Segment): Promise<SegmentScan> => {
    const scanned = await scanSegment(file, (key, placed) => index.add(key, file, placed), ends.get(file));
    ends.set(file, scanned.end);
    if (scanned.damaged) note(`cache: ${scanned.damaged} items in ${file} are damaged; making them again`);
    return scanned;
  };
  let own: OwnSegment | undefined;
  /** What cannot be read is made again, unless it would be paid for again. */
  const unread =
    <T>(file: string, nothing: T) =>
    (error: NodeJS.ErrnoException): T =>
      paid ? cannotRead(file, nothing)(error) : nothing;
  /** Finds what other processes stored since the last look. */
  const look = async (): Promise<void> => {
    for (const segment of await segmentsIn(folder).catch(unread(folder, []))) {
      if (segment.id === own?.id) continue;
      const { size } = await stat(segment.file).catch(unread(segment.file, { size: 0 }));
      if (size > (ends.get(segment.file) ?? 0)) await scan(segment).catch(unread(segment.file, undefined));
    }
  };
  await look();
  const beginWriting = async (): Promise<OwnSegment> => {
    await writeAtomic(join(folder, 'setting.json'), [`${setting}\n`]);
    for (const name of await readdir(join(folder, CLAIMS)).catch(() => []))
      sweepLease(join(folder, CLAIMS, name), true);
    const segment = await ownSegment(folder);
    // Its former owner may have written after it was scanned here, and may have been cut off.
    if (segment.takenOver) await truncate(segment.file, (await scan(segment)).end);
    return segment;
  };
  let unwritable = false;
  const write = async (items: readonly Item[]): Promise<void> => {
    if (unwritable) return;
    try {
      // A process that stood still for minutes may have lost it to another one.
      own = own?.lease.isHeld() ? own : await beginWriting();
      await appendTo(own, items, index, paid);
    } catch (error) {
      if (paid) throw notStored(own?.file ?? folder, error);
      unwritable = true;
      note(
        `cache: ${folder} cannot be written (${(error as Error).message.split('\n')[0]}); working without it`,
      );
    }
  };
  let last = Promise.resolve();
  let waited = false;
  const noteOnce = (line: string): void => {
    if (!waited) note(line);
    waited = true;
  };
  return {
    keyOf,
    read: async (keys, found) => {
      const wanted = [...keys];
      if (wanted.some((key) => !index.has(key))) await look();
      for (const [file, records] of index.find(wanted))
        await readRecords(file, records, found).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
    },
    append: (items) => {
      const written = last.then(() => write(items));
      last = written.catch(() => {});
      return written;
    },
    keys: async () => {
      await look();
      return index.keys();
    },
    claim: async (key, doing, signal) => {
      try {
        // On the disk before a lease makes it, which would not see to that.
        await makeFolder(folder);
        const claimed = join(folder, CLAIMS, Buffer.from(key, 'base64').toString('hex'));
        return (await acquireLease(claimed, { doing, signal, note: noteOnce, ownFolder: true })).release;
      } catch (error) {
        signal.throwIfAborted();
        const { cause } = error as Error;
        if (!isFileError(cause)) throw error;
        if (paid) throw notStored(folder, cause);
        // Where nothing can be written, nothing can be shared.
        return () => {};
      }
    },
    whereabouts: async () => {
      const segments = await Promise.all((await segmentsIn(folder)).map(({ file }) => stat(file)));
      const [latest] = segments.map(({ mtime }) => mtime).sort((a, b) => b.getTime() - a.getTime());
      return latest && { folder, lastWritten: latest };
    },
  };
};

/** Why no further answer is paid for. */
const notStored = (file: string, error: unknown): WorkError =>
  new WorkError(
    `${(writeError(file, error) as Error).message.split('\n')[0]}; nothing more is called, since answers that are paid for would be lost`,
    'make room there, or name a folder on another disk with R2MED_HOME; then run again: what is stored is not paid for twice',
    { cause: error },
  );

/** All records in one write: a kill leaves at most one of them cut. What cannot be written whole is taken back. */
const appendTo = async ({ file }: Segment, items: readonly Item[], index: ItemIndex, paid: boolean) => {
  const handle = await open(file, 'a');
  try {
    let at = (await handle.stat()).size;
    try {
      await handle.appendFile(Buffer.concat(items.flatMap((item) => [recordHead(item), item.bytes])));
      if (paid) await handle.sync();
      if (paid && at === 0) await syncFolder(dirname(file));
    } catch (error) {
      await handle.truncate(at).catch(() => {});
      throw error;
    }
    for (const { key, bytes } of items) {
      index.add(key, file, { at, length: bytes.length });
      at += HEAD_BYTES + bytes.length;
    }
  } finally {
    await handle.close();
  }
};

interface ItemIndex {
  has(key: ItemKey): boolean;
  keys(): Iterable<ItemKey>;
  add(key: ItemKey, segment: string, placed: Placed): void;
  /** Where these are stored, by segment and in the order of its file. */
  find(keys: Iterable<ItemKey>): Map<string, Placed[]>;
}

/** Numbers in arrays rather than an object per item: corpora of a suite make hundreds of thousands. */
const itemIndex = (): ItemIndex => {
  const numberOf = new Map<ItemKey, number>();
  const segments: string[] = [];
  const places: number[] = [];
  const lengths: number[] = [];
  return {
    has: (key) => numberOf.has(key),
    keys: () => numberOf.keys(),
    add: (key, segment, { at, length }) => {
      numberOf.set(key, segments.length);
      segments.push(segment);
      places.push(at);
      lengths.push(length);
    },
    find: (keys) => {
      const numbers = new Set<number>();
      for (const key of keys) {
        const number = numberOf.get(key);
        if (number !== undefined) numbers.add(number);
      }
      const found = new Map<string, Placed[]>();
      for (const number of Uint32Array.from(numbers).sort()) {
        const segment = segments[number]!;
        const placed = { at: places[number]!, length: lengths[number]! };
        const list = found.get(segment);
        if (list) list.push(placed);
        else found.set(segment, [placed]);
      }
      return found;
    },
  };
};
