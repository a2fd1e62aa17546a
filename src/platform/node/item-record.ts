import { crc32 } from 'node:zlib';
import type { Item, ItemKey } from '../../core/index.js';

/**
 * One item in a segment file, numbers little-endian: mark (4 bytes), length of the content (4), checksum of the content (4),
 * key (32), checksum of all that (4), content. Two checksums, because a record whose content is damaged can be stepped
 * over as long as its head says how long it is.
 */
export const HEAD_BYTES = 48;
export const KEY_BYTES = 32;

const MARK = Buffer.from('r2mI', 'latin1');
const LENGTH_AT = 4;
const CONTENT_CHECKSUM_AT = 8;
const KEY_AT = 12;
const HEAD_CHECKSUM_AT = KEY_AT + KEY_BYTES;

export interface RecordHead {
  readonly key: ItemKey;
  readonly length: number;
  readonly checksum: number;
}

export const keyFrom = (hash: Buffer): ItemKey => hash.toString('base64') as ItemKey;

export const recordHead = ({ key, bytes }: Item): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  MARK.copy(head);
  head.writeUInt32LE(bytes.length, LENGTH_AT);
  head.writeUInt32LE(crc32(bytes), CONTENT_CHECKSUM_AT);
  head.write(key, KEY_AT, KEY_BYTES, 'base64');
  head.writeUInt32LE(crc32(head.subarray(0, HEAD_CHECKSUM_AT)), HEAD_CHECKSUM_AT);
  return head;
};

/** Undefined where no head is. */
export const parseHead = (head: Buffer): RecordHead | undefined => {
  if (head.length < HEAD_BYTES || !head.subarray(0, MARK.length).equals(MARK)) return undefined;
  if (head.readUInt32LE(HEAD_CHECKSUM_AT) !== crc32(head.subarray(0, HEAD_CHECKSUM_AT))) return undefined;
  return {
    key: keyFrom(head.subarray(KEY_AT, KEY_AT + KEY_BYTES)),
    length: head.readUInt32LE(LENGTH_AT),
    checksum: head.readUInt32LE(CONTENT_CHECKSUM_AT),
  };
};

/** Where a head may be next; -1 if nowhere in these bytes. */
export const nextMark = (bytes: Buffer): number => bytes.indexOf(MARK);

export const isIntact = (content: Uint8Array, { length, checksum }: RecordHead): boolean =>
  content.length === length && crc32(content) === checksum;
