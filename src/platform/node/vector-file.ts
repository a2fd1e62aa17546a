import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { InputError } from '../../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { readTextFile } from './lines.js';
import { type NpyFile, type NpyMatrix, openNpy, writeNpy } from './npy.js';
import { sha256 } from './sha256.js';

/** Vectors and whose they are. */
export interface VectorFile extends NpyMatrix {
  readonly ids: readonly string[];
}

/** Whether anything has this path, readable or not. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );

/** Vectors in files that are read by rows, and whose they are. */
export interface VectorRowsFile extends NpyFile {
  readonly ids: readonly string[];
  /** Refuses neighbouring rows, from a first one, whose numbers cannot be compared. */
  check?(first: number, numbers: Float32Array): void;
}

/**
 * Opens `vectors.npy` and its ids, a JSON array of as many strings as there are rows, all different. A vector with
 * NaN or an infinity in it cannot be compared with anything.
 */
export const openVectorFile = async (npy: string, idsFile: string): Promise<VectorRowsFile> => {
  const ids = await readIds(idsFile);
  const matrix = await openNpy(npy);
  if (matrix.rows !== ids.length)
    throw new InputError({
      at: { file: npy },
      found: `${matrix.rows} vectors`,
      expected: `${ids.length}, as many as ids in ${idsFile}`,
      fix: 'write both files again from the same rows',
    });
  const { columns } = matrix;
  return {
    ...matrix,
    ids,
    check: (first, numbers) => {
      if (isFiniteAll(numbers)) return;
      const odd = numbers.findIndex((number) => !Number.isFinite(number));
      const row = first + Math.floor(odd / columns);
      throw new InputError({
        at: { file: npy },
        found: `${numbers[odd]} in row ${row} (${JSON.stringify(ids[row])}), counted from 0`,
        expected: 'finite numbers, as 32-bit floats',
        fix: 'make this vector again, or leave out the row and its id',
      });
    },
  };
};

/** Reads `vectors.npy` and its ids as a whole. */
export const readVectorFile = async (npy: string, idsFile: string): Promise<VectorFile> =>
  readRows(await openVectorFile(npy, idsFile));

/** Reads rows of several files whose rows are counted through. */
export const joinedRows =
  (files: readonly Pick<NpyFile, 'rows' | 'read'>[], columns: number): NpyFile['read'] =>
  async (rows, into) => {
    let [from, first] = [0, 0];
    for (const { rows: own, read } of files) {
      const begin = first;
      first += own;
      let to = from;
      while (to < rows.length && rows[to]! < first) to++;
      if (to > from)
        await read(
          rows.subarray(from, to).map((row) => row - begin),
          into.subarray(from * columns, to * columns),
        );
      from = to;
    }
  };

/** All rows at once. */
export const readRows = async ({ ids, rows, columns, read, check }: VectorRowsFile): Promise<VectorFile> => {
  const data = new Float32Array(rows * columns);
  await read(Uint32Array.from(ids.keys()), data);
  check?.(0, data);
  return { ids, rows, columns, data };
};

/** Bytes of vectors read at once. */
const BLOCK_BYTES = 1 << 22;

/** A hash of ids and all numbers as 32-bit floats, which are read and checked once. */
export const vectorHash = async ({ ids, rows, columns, read, check }: VectorRowsFile): Promise<string> => {
  const hash = createHash('sha256');
  const size = Math.max(1, Math.floor(BLOCK_BYTES / 4 / Math.max(1, columns)));
  const block = new Float32Array(Math.min(size, rows) * columns);
  for (let first = 0; first < rows; first += size) {
    const some = Uint32Array.from({ length: Math.min(size, rows - first) }, (_, i) => first + i);
    const data = block.subarray(0, some.length * columns);
    await read(some, data);
    check?.(first, data);
    hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  return sha256(sha256(JSON.stringify(ids)) + hash.digest('hex'));
};

/** Finite numbers have a finite sum in doubles; four sums at once are made faster than one. */
export const isFiniteAll = (data: Float32Array): boolean => {
  const whole = data.length - (data.length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    a += data[i]!;
    b += data[i + 1]!;
    c += data[i + 2]!;
    d += data[i + 3]!;
  }
  for (let i = whole; i < data.length; i++) a += data[i]!;
  return Number.isFinite(a + b + c + d);
};

export const writeVectorFile = async (npy: string, idsFile: string, vectors: VectorFile): Promise<void> => {
  await writeNpy(npy, vectors);
  await writeAtomic(idsFile, [`${JSON.stringify(vectors.ids)}\n`]);
};

const UNIQUE = 'every id once: which of its vectors counts is not known';

/** A value nested deep can be read, but not written. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'a list or object' : JSON.stringify(value);

const readIds = async (file: string): Promise<readonly string[]> => {
  const text = await readTextFile(file);
  const problem = (found: string, expected = 'a JSON array of ids, each a string'): InputError =>
    new InputError({
      at: { file },
      found,
      expected,
      fix: 'json.dump([str(id) for id in ids], file), one id per row of vectors',
    });
  let ids: unknown;
  try {
    ids = JSON.parse(text);
  } catch {
    throw problem('text that is not JSON');
  }
  if (!Array.isArray(ids)) throw problem(`${ids === null ? 'null' : typeof ids} instead of an array`);
  const odd = ids.findIndex((id) => typeof id !== 'string');
  if (odd >= 0) throw problem(`${shown(ids[odd])} as id number ${odd + 1}`);
  const seen = new Set<unknown>();
  for (const [place, id] of ids.entries()) {
    if (seen.has(id)) throw problem(`${JSON.stringify(id)} a second time, as id number ${place + 1}`, UNIQUE);
    seen.add(id);
  }
  return ids as readonly string[];
};
