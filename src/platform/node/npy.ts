import { closeSync, fstatSync, openSync, read as readCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { InputError, LIMITS, limitText, own, WorkError } from '../../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { readError } from './file-errors.js';

/** Vectors in sequence, as numpy stores a two-dimensional array. */
export interface NpyMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** `\x93NUMPY`, see numpy.lib.format. */
const MAGIC = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]);
const ALIGNMENT = 64;
const CHUNK = 1 << 20;
const read = promisify(readCallback);
/** One read takes no more than this, whatever the system allows. */
const MOST_AT_ONCE = 1 << 30;
const SHORT = 1 << 16;

interface Header {
  readonly type: keyof typeof TYPES;
  readonly rows: number;
  readonly columns: number;
  readonly dataAt: number;
}

/** How numbers of a type are put into 32-bit floats. */
const TYPES: Readonly<Record<string, { readonly bytes: number; read(from: DataView, at: number): number }>> =
  {
    '<f4': { bytes: 4, read: (from, at) => from.getFloat32(at, true) },
    '<f8': { bytes: 8, read: (from, at) => from.getFloat64(at, true) },
    '<f2': { bytes: 2, read: (from, at) => half(from.getUint16(at, true)) },
  };

/** A matrix in a file that is read by rows. Nothing has to be closed: every reading opens the file. */
export interface NpyFile {
  readonly rows: number;
  readonly columns: number;
  /**
   * Fills an array with these rows, which ascend, as 32-bit floats. Throws where the file was changed, cut or put in the place of
   * another since it was opened.
   */
  read(rows: Uint32Array, into: Float32Array): Promise<void>;
}

/** Opens a matrix of 16-, 32- or 64-bit floats. */
export const openNpy = async (file: string): Promise<NpyFile> => {
  const { header, state } = await reading(file, async (descriptor) => ({
    header: await readHeader(descriptor, file),
    state: stateOf(descriptor),
  }));
  const { type, rows, columns, dataAt } = header;
  const rowBytes = columns * own(TYPES, type)!.bytes;
  return {
    rows,
    columns,
    read: (wanted, into) =>
      reading(file, async (descriptor) => {
        for (const { first, from, to } of neighboursIn(wanted)) {
          const filled = into.subarray(from * columns, to * columns);
          if (!(await readNumbers(descriptor, type, dataAt + first * rowBytes, filled))) throw changed(file);
        }
        // A change while it was read shows at the end as well.
        if (stateOf(descriptor) !== state) throw changed(file);
      }),
  };
};

/** Reads a matrix of 16-, 32- or 64-bit floats as 32-bit floats. */
export const readNpy = async (file: string): Promise<NpyMatrix> => {
  const { rows, columns, read: readRows } = await openNpy(file);
  const data = new Float32Array(rows * columns);
  await readRows(
    Uint32Array.from({ length: rows }, (_, row) => row),
    data,
  );
  return { rows, columns, data };
};

/** Opens and closes at once, without a turn of another thread: vectors are read in many small blocks. */
const reading = async <T>(file: string, work: (descriptor: number) => Promise<T>): Promise<T> => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return await work(descriptor);
  } catch (error) {
    throw readError(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** What changes when something is written to a file, or another takes its place. */
const stateOf = (descriptor: number): string => {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
};

const changed = (file: string): WorkError =>
  new WorkError(
    `${file} was changed while its vectors were read`,
    'run the same command again when nothing writes to this file',
  );

/** Whether all numbers that an array has room for could be read. */
const readNumbers = async (descriptor: number, type: string, at: number, into: Float32Array) => {
  const { bytes, read: numberAt } = own(TYPES, type)!;
  // 32-bit floats in a file are what they are in memory.
  if (type === '<f4')
    return fills(descriptor, Buffer.from(into.buffer, into.byteOffset, into.byteLength), at);
  const chunk = Buffer.alloc(Math.min(CHUNK, into.length * bytes));
  for (let done = 0; done < into.length; ) {
    const part = chunk.subarray(0, Math.min(chunk.length, (into.length - done) * bytes));
    if (!(await fills(descriptor, part, at + done * bytes))) return false;
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let from = 0; from < part.length; from += bytes) into[done++] = numberAt(view, from);
  }
  return true;
};

/** Writes a matrix as numpy's `save` does: version 1.0, `<f4`, C order. */
export const writeNpy = (file: string, { rows, columns, data }: NpyMatrix): Promise<void> => {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const before = MAGIC.length + 4;
  const padding = ALIGNMENT - ((before + text.length + 1) % ALIGNMENT);
  const header = `${text}${' '.repeat(padding % ALIGNMENT)}\n`;
  const start = Buffer.alloc(before);
  MAGIC.copy(start);
  start[MAGIC.length] = 1;
  start.writeUInt16LE(header.length, MAGIC.length + 2);
  return writeAtomic(file, [start, header, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]);
};

const readHeader = async (descriptor: number, file: string): Promise<Header> => {
  const problem = (found: string, expected: string, fix = 'numpy.save(file, array)'): InputError =>
    new InputError({ at: { file }, found, expected, fix });
  const start = Buffer.alloc(12);
  await readFully(descriptor, start, 0);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC))
    throw problem('no numpy file', 'a file that numpy.save wrote');
  const version = start[MAGIC.length]!;
  if (version < 1 || version > 3) throw problem(`version ${version} of the format`, 'version 1, 2 or 3');
  // Version 1 has two bytes for the length of the header, later ones four.
  const [length, headerAt] = version === 1 ? [start.readUInt16LE(8), 10] : [start.readUInt32LE(8), 12];
  if (length > LIMITS.npyHeader.most)
    throw problem(`a header of ${length} bytes`, `at most ${limitText(LIMITS.npyHeader)}`);
  const { size } = fstatSync(descriptor);
  if (size < headerAt + length)
    throw problem(`${size} bytes, and the header alone has ${headerAt + length}`, 'a whole file');
  const header = Buffer.alloc(length);
  await readFully(descriptor, header, headerAt);
  const text = header.toString('utf8');
  const type = /'descr':\s*'([^']*)'/.exec(text)?.[1];
  const shape = /'shape':\s*\(([^()]*)\)/.exec(text)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(text)?.[1];
  if (shape === undefined || order === undefined)
    throw problem(`the header ${JSON.stringify(text.trim().slice(0, 80))}`, 'descr, fortran_order and shape');
  if (type === undefined || !Object.hasOwn(TYPES, type))
    throw problem(
      type === undefined ? 'an array of records' : `numbers of type ${type}`,
      `one of ${Object.keys(TYPES).join(', ')}`,
      "array.astype('<f4')",
    );
  if (order === 'True')
    throw problem(
      'columns one after the other',
      'rows one after the other',
      'numpy.ascontiguousarray(array)',
    );
  const sizes = shape
    .split(',')
    .map((size) => size.trim())
    .filter(Boolean)
    .map(Number);
  const [rows, columns] = sizes;
  if (sizes.length !== 2 || !sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw problem(`an array of shape (${shape})`, 'two dimensions: one row per vector');
  const dataAt = headerAt + length;
  const bytes = rows! * columns! * own(TYPES, type)!.bytes;
  if (size - dataAt !== bytes)
    throw problem(
      `${size - dataAt} bytes of numbers`,
      `${bytes} for ${rows} × ${columns} ${type}`,
      'write the file again; it was cut or something was appended to it',
    );
  return { type, rows: rows!, columns: columns!, dataAt };
};

/** Fills the buffer as far as the file goes, and says how far that was. */
const readFully = async (descriptor: number, buffer: Buffer, at: number): Promise<number> => {
  let filled = 0;
  for (let last = 1; last > 0 && filled < buffer.length; filled += last) {
    const most = Math.min(MOST_AT_ONCE, buffer.length - filled);
    last = (await read(descriptor, buffer, filled, most, at + filled)).bytesRead;
  }
  return filled;
};

/** Whether a buffer could be filled. Short reads are not worth a turn of another thread. */
const fills = async (descriptor: number, buffer: Buffer, at: number): Promise<boolean> => {
  if (buffer.length < SHORT) return readSync(descriptor, buffer, 0, buffer.length, at) === buffer.length;
  return (await readFully(descriptor, buffer, at)) === buffer.length;
};

/** IEEE 754 binary16: 1 bit of sign, 5 of exponent, 10 of fraction. */
const half = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

/** Rows that follow each other in a file, and where they are among those wanted: from `from` to before `to`. */
interface Neighbours {
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/** Rows that ascend, in as few reads as there are gaps between them. */
export function* neighboursIn(rows: Uint32Array): Generator<Neighbours> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const first = rows[from]!;
    for (to = from + 1; to < rows.length && rows[to] === first + to - from; ) to++;
    yield { first, from, to };
  }
}
