import { type FileHandle, open } from 'node:fs/promises';
import type { ItemKey } from '../../core/index.js';
import { HEAD_BYTES, isIntact, nextMark, parseHead } from './item-record.js';

/** A record's place in its segment: where its head begins, and how long its content is. */
export interface Placed {
  readonly at: number;
  readonly length: number;
}

export interface SegmentScan {
  /** Where the last whole record ends; what follows was cut off while it was written. */
  readonly end: number;
  /** Records whose content is not what was written. */
  readonly damaged: number;
}

const WINDOW = 1 << 20;

/** Finds the intact records of a segment, from a place where one begins. Bytes that are not a record are stepped over. */
export const scanSegment = async (
  file: string,
  found: (key: ItemKey, placed: Placed) => void,
  from = 0,
): Promise<SegmentScan> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytesAt = windowOf(handle, size);
    let [end, damaged, at] = [from, 0, from];
    while (at + HEAD_BYTES <= size) {
      const head = parseHead(await bytesAt(at, HEAD_BYTES));
      const next = head ? at + HEAD_BYTES + head.length : Number.POSITIVE_INFINITY;
      if (head && next <= size) {
        if (isIntact(await bytesAt(at + HEAD_BYTES, head.length), head))
          found(head.key, { at, length: head.length });
        else damaged++;
        end = next;
        at = next;
      } else at = await findMark(bytesAt, at + 1, size);
    }
    return { end, damaged };
  } finally {
    await handle.close();
  }
};

/** Hands over records that are still intact, in the order requested; the bytes are lent. */
export const readRecords = async (
  file: string,
  records: Iterable<Placed>,
  found: (key: ItemKey, content: Uint8Array) => void,
): Promise<void> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytesAt = windowOf(handle, size);
    for (const { at, length } of records) {
      const record = await bytesAt(at, HEAD_BYTES + length);
      const head = parseHead(record);
      const content = record.subarray(HEAD_BYTES);
      if (head && isIntact(content, head)) found(head.key, content);
    }
  } finally {
    await handle.close();
  }
};

/** Lends the bytes at a place; fewer at the end of the file. */
type BytesAt = (at: number, length: number) => Promise<Buffer>;

/** Reads a file through one buffer, so that small neighbours cost one read together. */
const windowOf = (handle: FileHandle, size: number): BytesAt => {
  let buffer = Buffer.alloc(Math.min(WINDOW, size));
  let start = 0;
  let filled = 0;
  return async (at, length) => {
    if (at < start || at + length > start + filled) {
      if (length > buffer.length) buffer = Buffer.alloc(length);
      start = at;
      filled = 0;
      for (let read = 1; read > 0 && filled < buffer.length; filled += read)
        read = (await handle.read(buffer, filled, buffer.length - filled, start + filled)).bytesRead;
    }
    return buffer.subarray(at - start, Math.min(at - start + length, filled));
  };
};

const findMark = async (bytesAt: BytesAt, from: number, size: number): Promise<number> => {
  for (let at = from; at < size; ) {
    const bytes = await bytesAt(at, Math.min(WINDOW, size - at));
    const found = nextMark(bytes);
    if (found >= 0) return at + found;
    // A mark may be across the edge of what was read.
    at += Math.max(1, bytes.length - HEAD_BYTES);
  }
  return size;
};
