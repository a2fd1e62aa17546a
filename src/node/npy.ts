import { type FileHandle, open } from 'node:fs/promises';
import { InputError } from '../core/index.js';
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

/** Reads a matrix of 16-, 32- or 64-bit floats as 32-bit floats, piece by piece. */
export const readNpy = async (file: string): Promise<NpyMatrix> => {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw readError(file, error);
  });
  try {
    const { type, rows, columns, dataAt } = await readHeader(handle, file);
    const { bytes, read } = TYPES[type]!;
    const expected = rows * columns * bytes;
    const { size } = await handle.stat();
    if (size - dataAt !== expected)
      throw new InputError({
        at: { file },
        found: `${size - dataAt} bytes of numbers`,
        expected: `${expected} for ${rows} × ${columns} ${type}`,
        fix: 'write the file again; it was cut or something was appended to it',
      });
    const data = new Float32Array(rows * columns);
    const chunk = Buffer.alloc(Math.min(CHUNK, expected));
    let done = 0;
    while (done < data.length) {
      const wanted = Math.min(chunk.length, (data.length - done) * bytes);
      const part = await readFully(handle, chunk.subarray(0, wanted), dataAt + done * bytes);
      const view = new DataView(part.buffer, part.byteOffset, part.length);
      for (let at = 0; at < part.length; at += bytes) data[done++] = read(view, at);
    }
    return { rows, columns, data };
  } catch (error) {
    throw readError(file, error);
  } finally {
    await handle.close();
  }
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

const readHeader = async (handle: FileHandle, file: string): Promise<Header> => {
  const problem = (found: string, expected: string, fix = 'numpy.save(file, array)'): InputError =>
    new InputError({ at: { file }, found, expected, fix });
  const start = await readFully(handle, Buffer.alloc(12), 0);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC))
    throw problem('no numpy file', 'a file that numpy.save wrote');
  const version = start[MAGIC.length]!;
  if (version < 1 || version > 3) throw problem(`version ${version} of the format`, 'version 1, 2 or 3');
  // Version 1 has two bytes for the length of the header, later ones four.
  const [length, headerAt] = version === 1 ? [start.readUInt16LE(8), 10] : [start.readUInt32LE(8), 12];
  if (length > CHUNK) throw problem(`a header of ${length} bytes`, 'a short one');
  const { size } = await handle.stat();
  if (size < headerAt + length)
    throw problem(`${size} bytes, and the header alone has ${headerAt + length}`, 'a whole file');
  const text = (await readFully(handle, Buffer.alloc(length), headerAt)).toString('utf8');
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
  return { type, rows: rows!, columns: columns!, dataAt: headerAt + length };
};

/** Fills the buffer as far as the file goes. */
const readFully = async (handle: FileHandle, buffer: Buffer, at: number): Promise<Buffer> => {
  let filled = 0;
  for (let read = 1; read > 0 && filled < buffer.length; filled += read)
    read = (await handle.read(buffer, filled, buffer.length - filled, at + filled)).bytesRead;
  return buffer.fill(0, filled);
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
