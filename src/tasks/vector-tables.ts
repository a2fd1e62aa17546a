import { type ErrorLocation, InputError } from '../core/index.js';
import { parquetShape, readParquet } from '../formats/index.js';
import { parquetBytes } from './parquet-bytes.js';

/** Vectors in sequence, and whose they are. */
export interface VectorTable {
  readonly ids: readonly string[];
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** What common tools call the column of ids and that of vectors. */
const ID_COLUMNS = ['id', '_id', 'docid'] as const;
const VECTOR_COLUMNS = ['embedding', 'vector', 'emb'] as const;

/**
 * Vectors from Parquet files with a column of ids and one of lists of floats, in the order of the files. They are read a row group at a time,
 * so that memory holds the vectors as 32-bit floats and one group besides.
 */
export const readVectorTables = async (files: readonly string[]): Promise<VectorTable> => {
  const tables = [];
  for (const file of files) {
    const bytes = await parquetBytes(file);
    const { columns, rows } = await parquetShape(file, bytes);
    const id = oneOf(file, columns, ID_COLUMNS, 'the id of each vector');
    const vector = oneOf(file, columns, VECTOR_COLUMNS, 'a list of floats per row');
    tables.push({ file, bytes, rows, id, vector });
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const placeOf = new Map<string, ErrorLocation>();
  let data = new Float32Array();
  let [columns, filled] = [0, 0];
  for (const { file, bytes, id, vector } of tables)
    for await (const group of readParquet(file, bytes, {
      [id]: { kind: 'text' },
      [vector]: { kind: 'numbers' },
    }))
      for (const { at, values } of group) {
        const own = values[id] as string;
        const numbers = values[vector] as readonly number[];
        if (filled === 0) {
          columns = numbers.length;
          data = new Float32Array(rows * columns);
        }
        mustBeVector(at, own, numbers, columns);
        const earlier = placeOf.get(own);
        if (earlier) throw repeated(at, own, earlier);
        placeOf.set(own, at);
        data.set(numbers, filled);
        filled += columns;
      }
  return { ids: [...placeOf.keys()], rows, columns, data };
};

const oneOf = (file: string, there: readonly string[], names: readonly string[], holds: string): string => {
  const found = there.filter((name) => names.includes(name));
  if (found.length === 1) return found[0]!;
  throw new InputError({
    at: { file },
    found:
      found.length === 0
        ? `none of the columns ${names.join(', ')} among ${there.join(', ') || 'none'}`
        : `the columns ${found.join(' and ')}`,
    expected: `one of them, with ${holds}`,
    fix: found.length === 0 ? `rename the column with ${holds} to "${names[0]}"` : 'leave all but one out',
  });
};

const mustBeVector = (at: ErrorLocation, id: string, numbers: readonly number[], columns: number): void => {
  if (numbers.length !== columns || columns === 0)
    throw new InputError({
      at,
      found: `a vector of ${numbers.length} numbers for ${JSON.stringify(id)}`,
      expected: columns === 0 ? 'at least one' : `${columns}, as the first row has`,
      fix: 'make all vectors with one model',
    });
  const odd = numbers.findIndex((value) => !Number.isFinite(Math.fround(value)));
  if (odd < 0) return;
  throw new InputError({
    at,
    found: `${numbers[odd]} in place ${odd + 1} of the vector of ${JSON.stringify(id)}`,
    expected: 'finite numbers, as 32-bit floats',
    fix: 'make this vector again, or leave out the row',
  });
};

const repeated = (at: ErrorLocation, id: string, earlier: ErrorLocation): InputError =>
  new InputError({
    at,
    found: `a second vector for ${JSON.stringify(id)}; the first is in row ${earlier.line} of ${earlier.file}`,
    expected: 'one vector per id',
    fix: 'leave one of them out',
  });
