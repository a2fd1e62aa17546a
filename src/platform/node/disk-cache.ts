import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Cache, canonicalJson, type Json } from '../../core/index.js';
import { writeAtomic } from './atomic-file.js';
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
        await writeAtomic(fileOf(key), withChecksums(parts), { lasting: false });
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

/** Small enough that reading a few bytes costs little, large enough that the checksums do. */
const BLOCK_BYTES = 1 << 13;
/** "R2CK", read as a little-endian word. */
const MAGIC = 0x4b433252;
/** Length of the content (two words), the magic word, and the checksum of all that follows the content. */
const TAIL_BYTES = 16;

/** The parts of a file, then a checksum of every block of them, so that any stretch can be read and checked alone. */
export function* withChecksums(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  const sums: number[] = [];
  let length = 0;
  let sum = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const room = BLOCK_BYTES - (length % BLOCK_BYTES);
      const piece = part.subarray(at, at + room);
      sum = crc32(piece, sum);
      at += piece.length;
      length += piece.length;
      if (length % BLOCK_BYTES > 0) continue;
      sums.push(sum);
      sum = 0;
    }
    yield part;
  }
  if (length % BLOCK_BYTES > 0) sums.push(sum);
  const end = Buffer.alloc(4 * sums.length + TAIL_BYTES);
  const tail = [...words(length), MAGIC];
  for (const [i, word] of sums.entries()) end.writeUInt32LE(word, 4 * i);
  for (const [i, word] of tail.entries()) end.writeUInt32LE(word, 4 * (sums.length + i));
  end.writeUInt32LE(crc32(end.subarray(0, -4)), end.length - 4);
  yield end;
}

/** A file that `withChecksums` made. */
interface CheckedFile {
  /** Bytes of its content. */
  readonly size: number;
  /** These bytes, at an address that keeps the alignment of `offset`; nothing if they are damaged or gone. */
  read(offset: number, length: number): Uint8Array | undefined;
}

/**
 * Opens a file by its checksums; nothing if they are damaged or the file is cut off. An absent file throws. Every read opens
 * the file anew, so nothing has to be closed; if another process has put a file in its place, the checksums still decide.
 */
export const openChecked = (file: string): CheckedFile | undefined => {
  const end = reading(file, (descriptor) => readEnd(descriptor));
  if (!end) return undefined;
  const { size, sums } = end;
  return {
    size,
    read: (offset, length) => {
      if (length === 0) return new Uint8Array(0);
      if (offset + length > size) return undefined;
      const first = Math.floor(offset / BLOCK_BYTES);
      const begin = first * BLOCK_BYTES;
      const until = Math.min(size, Math.ceil((offset + length) / BLOCK_BYTES) * BLOCK_BYTES);
      let bytes: Buffer | undefined;
      try {
        bytes = reading(file, (descriptor) => readAt(descriptor, begin, until - begin));
      } catch {
        return undefined;
      }
      if (!bytes) return undefined;
      for (let at = 0, block = first; at < bytes.length; at += BLOCK_BYTES, block++)
        if (crc32(bytes.subarray(at, at + BLOCK_BYTES)) !== sums.readUInt32LE(4 * block)) return undefined;
      return bytes.subarray(offset - begin, offset - begin + length);
    },
  };
};

const readEnd = (descriptor: number): { readonly size: number; readonly sums: Buffer } | undefined => {
  const bytes = fstatSync(descriptor).size;
  const tail = readAt(descriptor, bytes - TAIL_BYTES, TAIL_BYTES);
  if (!tail || tail.readUInt32LE(8) !== MAGIC) return undefined;
  const size = tail.readUInt32LE(0) + tail.readUInt32LE(4) * 2 ** 32;
  const sumBytes = 4 * Math.ceil(size / BLOCK_BYTES);
  if (size + sumBytes + TAIL_BYTES !== bytes) return undefined;
  const sums = readAt(descriptor, size, sumBytes);
  if (!sums || crc32(tail.subarray(0, 12), crc32(sums)) !== tail.readUInt32LE(12)) return undefined;
  return { size, sums };
};

const words = (length: number): readonly number[] => [length % 2 ** 32, Math.floor(length / 2 ** 32)];

const reading = <T>(file: string, work: (descriptor: number) => T): T => {
  const descriptor = openSync(file, 'r');
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** One read takes no more than this, whatever the system allows. */
const READ_BYTES = 1 << 30;

const readAt = (descriptor: number, position: number, length: number): Buffer | undefined => {
  if (position < 0) return undefined;
  // Not from Node's pool, so that the bytes begin at an aligned address.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, bytes, at, Math.min(READ_BYTES, length - at), position + at);
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
};
