import { isAscii, isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ErrorLocation, InputError, LIMITS, limitText } from '../../core/index.js';
import { cannotRead, gzipError, readError } from './file-errors.js';

/** Whether a path is that of a file, or of a link to one. */
export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** The text of a whole file, without a byte order mark. What cannot be read, and bytes that are not UTF-8, are errors. */
export const readTextFile = async (file: string): Promise<string> => {
  await mustBeShort(file);
  return textOf(file, await readFile(file).catch(cannotRead(file)));
};

/** Likewise; undefined where there is no such file. What is there and cannot be read is an error: taken for absent, it would be replaced. */
export const readTextIfThere = async (file: string): Promise<string | undefined> => {
  await mustBeShort(file);
  const bytes = await readPlain(file).catch(cannotRead(file, undefined));
  return bytes && textOf(file, bytes);
};

/** The bytes of a file in a folder that may come from others. */
export const readPlain = async (file: string): Promise<Buffer> => {
  mustBePlain(file);
  return readFile(file);
};

/** Refuses what would never end: a pipe is waited for until someone writes, and a device has no end. */
export const mustBePlain = (file: string): void => {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about && !about.isFile() && !about.isDirectory())
    throw Object.assign(new Error('neither a file nor a folder'), { code: 'ENXIO', syscall: 'open' });
};

/** Refuses a file that would be no text: read whole, it could not be one. */
const mustBeShort = async (file: string): Promise<void> => {
  const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
  if (size > LIMITS.textFile.most)
    throw new InputError({
      at: { file },
      found: `a file of ${size} bytes`,
      expected: `at most ${limitText(LIMITS.textFile)} for a file that is read whole`,
      fix: 'check that this is the file you mean; large tables are read as JSON lines or Parquet',
    });
};

const textOf = (file: string, bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw brokenText(file, bytes, 1);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
};

/** The record in a file, or undefined where there is none. */
export const readRecordFile = async <T>(
  file: string,
  schema: { parse(value: unknown): T },
  fix: string,
): Promise<T | undefined> => {
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new InputError(
      {
        at: { file },
        found: 'a record that cannot be read',
        expected: 'a file written by this version of r2med',
        fix,
      },
      { cause },
    );
  }
};

/** One line of a text file and where it is; it can be passed on as the `at` of an error. */
export interface Line extends ErrorLocation {
  readonly text: string;
  /** Counted from 1, blank lines included. */
  readonly line: number;
}

/** Large enough that reading is bound by decoding, small enough to stay in the processor's cache. */
const BLOCK_BYTES = 1 << 18;

const NEWLINE = 0x0a;

/**
 * The lines of a text file in batches, in order, read as they are requested. Plain or gzip, detected by content. UTF-8 is
 * checked: a broken byte is an error with its line. A byte order mark, CR before LF and a missing final newline are
 * accepted; blank lines are counted, and left out unless they are requested.
 */
export async function* readLines(
  file: string,
  { blank = false }: { readonly blank?: boolean } = {},
): AsyncGenerator<readonly Line[]> {
  for await (const block of readLineBlocks(file)) {
    const batch = linesOf(file, block, blank);
    if (batch.length > 0) yield batch;
  }
}

/** The lines of a block, blank ones left out by default. */
export const linesOf = (file: string, { text, line }: LineBlock, blank = false): readonly Line[] => {
  const lines: Line[] = [];
  eachLine(text, line, (start, end, number) => {
    const found = text.slice(start, end);
    if (blank || !isBlank(found)) lines.push({ text: found, line: number, file });
  });
  return lines;
};

/** Consecutive lines of a text file. */
export interface LineBlock {
  readonly text: string;
  /** The number of the first line. */
  readonly line: number;
}

/** What `readLines` reads, before it is cut into lines; `eachLine` cuts it. */
export async function* readLineBlocks(file: string): AsyncGenerator<LineBlock> {
  let line = 1;
  for await (const block of wholeLines(file, bytesOf(file))) {
    const text = decode(file, block, line);
    yield { text, line };
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++;
  }
}

/** Calls `found` with where each line of a block begins and ends, and with its number. */
export const eachLine = (
  text: string,
  firstLine: number,
  found: (start: number, end: number, line: number) => void,
): void => {
  let line = firstLine;
  for (let start = 0; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const next = newline < 0 ? text.length : newline;
    found(start, next > start && text.charCodeAt(next - 1) === 0x0d ? next - 1 : next, line);
    start = next + 1;
  }
};

export const isBlank = (text: string): boolean =>
  text.length === 0 || (text.charCodeAt(0) <= 0x20 && text.trim() === '');

/**
 * Blocks that end at a line's end (the last one at the file's), so that no character is cut. The bytes are those of one buffer, and hold
 * until the next block is requested.
 */
async function* wholeLines(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(2 * BLOCK_BYTES);
  let held = 0;
  for await (const chunk of chunks) {
    const end = held + chunk.length;
    if (end > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * end);
      buffer.copy(larger, 0, 0, held);
      buffer = larger;
    }
    chunk.copy(buffer, held);
    const cut = chunk.lastIndexOf(NEWLINE) + 1;
    if (cut > 0) {
      yield buffer.subarray(0, held + cut);
      buffer.copyWithin(0, held + cut, end);
      held = end - held - cut;
    } else held = end;
    // Below V8's longest string (2^29 - 24 units), so that a file without line ends fails with a sentence.
    if (held > LIMITS.line.most)
      throw new InputError({
        at: { file },
        found: `a line longer than ${limitText(LIMITS.line)}`,
        expected: 'text with line ends',
        fix: 'check that this is the file you mean; write one row per line',
      });
  }
  if (held > 0) yield buffer.subarray(0, held);
}

const decode = (file: string, block: Buffer, firstLine: number): string => {
  if (isAscii(block)) return block.toString('latin1');
  if (!isUtf8(block)) throw brokenText(file, block, firstLine);
  const text = block.toString('utf8');
  return firstLine === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
};

/** What is wrong with bytes that are not UTF-8. */
const brokenText = (file: string, block: Buffer, firstLine: number): InputError => {
  const kind = firstLine === 1 && FOREIGN.find(({ magic }) => block.subarray(0, magic.length).equals(magic));
  if (kind)
    return new InputError({
      at: { file },
      found: kind.name,
      expected: 'UTF-8 text, plain or gzip',
      fix: kind.fix,
    });
  let line = firstLine;
  let start = 0;
  for (let end = block.indexOf(NEWLINE); end >= 0 && isUtf8(block.subarray(start, end)); line++) {
    start = end + 1;
    end = block.indexOf(NEWLINE, start);
  }
  return new InputError({
    at: { file, line },
    found: 'bytes that are not UTF-8',
    expected: 'UTF-8 text',
    fix: 'save the file as UTF-8',
  });
};

/** First bytes of files that people hand over by mistake. */
const FOREIGN = [
  { name: 'UTF-16 text', magic: Buffer.from([0xff, 0xfe]), fix: 'save the file as UTF-8' },
  { name: 'UTF-16 text', magic: Buffer.from([0xfe, 0xff]), fix: 'save the file as UTF-8' },
  { name: 'an xz file', magic: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), fix: 'unpack it with xz -d' },
  { name: 'a Zstandard file', magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), fix: 'unpack it with zstd -d' },
  { name: 'a bzip2 file', magic: Buffer.from('BZh'), fix: 'unpack it with bzip2 -d' },
  { name: 'a zip archive', magic: Buffer.from('PK\u0003\u0004'), fix: 'unpack it' },
  { name: 'a Parquet file', magic: Buffer.from('PAR1'), fix: 'convert it to JSON lines' },
] as const;

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const first = await readChunk(handle, Buffer.allocUnsafeSlow(BLOCK_BYTES));
    const gzip = first[0] === 0x1f && first[1] === 0x8b;
    // A stream may read ahead, so what is packed gets a buffer for each chunk. A pipe shares one, and is only read when asked: to close it
    // would wait for who writes.
    if (gzip) yield* gunzipped(chunksFrom(handle, first, () => Buffer.allocUnsafeSlow(BLOCK_BYTES)));
    else if ((await handle.stat()).isFile()) yield* chunksAhead(handle, first);
    else yield* chunksFrom(handle, first, (last) => Buffer.from(last.buffer));
  } catch (error) {
    throw gzipError(file, error) ?? readError(file, error);
  } finally {
    await handle?.close();
  }
}

async function* chunksFrom(
  handle: FileHandle,
  first: Buffer,
  nextBuffer: (last: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  for (let chunk = first; chunk.length > 0; chunk = await readChunk(handle, nextBuffer(chunk))) yield chunk;
}

/** While a chunk is used, the next one is read; two buffers take turns. */
async function* chunksAhead(handle: FileHandle, first: Buffer): AsyncGenerator<Buffer> {
  const buffers = [Buffer.from(first.buffer), Buffer.allocUnsafeSlow(BLOCK_BYTES)];
  let chunk = first;
  for (let turn = 1; chunk.length > 0; turn = 1 - turn) {
    const next = readChunk(handle, buffers[turn]!);
    // What failed is reported when its turn comes.
    next.catch(() => {});
    yield chunk;
    chunk = await next;
  }
}

/** The next bytes of a file, which may be a pipe; none at its end. */
const readChunk = async (handle: FileHandle, buffer: Buffer): Promise<Buffer> => {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
  return buffer.subarray(0, bytesRead);
};

const gunzipped = (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  // Errors of either side reach the iterating caller, so the callback has nothing to do.
  pipeline(Readable.from(chunks), createGunzip({ chunkSize: BLOCK_BYTES }), () => {});
