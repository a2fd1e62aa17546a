import { InputError } from '../core/index.js';
import { type NpyMatrix, readNpy, writeNpy } from './npy.js';
import { readTextFile } from './text-file.js';
import { writeWhole } from './whole-file.js';

/** Vectors and whose they are. */
export interface VectorFile extends NpyMatrix {
  readonly ids: readonly string[];
}

/** Reads `vectors.npy` and its ids, a JSON array of as many strings as there are rows. */
export const readVectorFile = async (npy: string, idsFile: string): Promise<VectorFile> => {
  const ids = await readIds(idsFile);
  const matrix = await readNpy(npy);
  if (matrix.rows !== ids.length)
    throw new InputError({
      at: { file: npy },
      found: `${matrix.rows} vectors`,
      expected: `${ids.length}, as many as ids in ${idsFile}`,
      fix: 'write both files again, from the same list',
    });
  return { ...matrix, ids };
};

export const writeVectorFile = async (npy: string, idsFile: string, vectors: VectorFile): Promise<void> => {
  await writeNpy(npy, vectors);
  await writeWhole(idsFile, [`${JSON.stringify(vectors.ids)}\n`]);
};

/** A value nested deep can be read, but not written. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'a list or object' : JSON.stringify(value);

const readIds = async (file: string): Promise<readonly string[]> => {
  const text = await readTextFile(file);
  const problem = (found: string): InputError =>
    new InputError({
      at: { file },
      found,
      expected: 'a JSON array of ids, each a string',
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
  return ids as readonly string[];
};
