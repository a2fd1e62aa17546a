import { access } from 'node:fs/promises';
import { InputError } from '../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { type NpyMatrix, readNpy, writeNpy } from './npy.js';
import { readTextFile } from './text-file.js';

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

/**
 * Reads `vectors.npy` and its ids, a JSON array of as many strings as there are rows, all different. A vector with NaN or an
 * infinity in it cannot be compared with anything, so that such a file is refused.
 */
export const readVectorFile = async (npy: string, idsFile: string): Promise<VectorFile> => {
  const ids = await readIds(idsFile);
  const matrix = await readNpy(npy);
  if (matrix.rows !== ids.length)
    throw new InputError({
      at: { file: npy },
      found: `${matrix.rows} vectors`,
      expected: `${ids.length}, as many as ids in ${idsFile}`,
      fix: 'write both files again from the same rows',
    });
  checkNumbers(npy, matrix, ids);
  return { ...matrix, ids };
};

const checkNumbers = (file: string, { columns, data }: NpyMatrix, ids: readonly string[]): void => {
  const odd = data.findIndex((number) => !Number.isFinite(number));
  if (odd < 0) return;
  const row = Math.floor(odd / columns);
  throw new InputError({
    at: { file },
    found: `${data[odd]} in row ${row} (${JSON.stringify(ids[row])}), counted from 0`,
    expected: 'finite numbers, as 32-bit floats',
    fix: 'make this vector again, or leave out the row and its id',
  });
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
