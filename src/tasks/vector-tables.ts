import { type ErrorLocation, InputError } from '../core/index.js';
import {
  type NumbersPage,
  openParquetNumbers,
  type PageNumbers,
  type ParquetBytes,
  type ParquetNumbers,
  parquetShape,
  readParquet,
} from '../formats/index.js';
import type { VectorRowsFile } from '../node/index.js';
import { parquetBytes } from './parquet-bytes.js';

/** What common tools call the column of ids and that of vectors. */
const ID_COLUMNS = ['id', '_id', 'docid'] as const;
const VECTOR_COLUMNS = ['embedding', 'vector', 'emb'] as const;

/**
 * Opens Parquet files with a column of ids and one of lists of floats, in the order of the files. Ids are held; vectors are read a page at a time
 * when they are wanted.
 */
export const openVectorTables = async (files: readonly string[]): Promise<VectorRowsFile> => {
  const tables: Table[] = [];
  for (const file of files) tables.push(await openTable(file));
  const ids = await idsOf(tables);
  const columns = await firstLength(tables);
  let row = 0;
  const readers = tables.map((table) => {
    const first = row;
    row += table.rows;
    return { first, end: row, read: numbersReader(table, columns, () => oddRow(tables)) };
  });
  return {
    ids,
    rows: ids.length,
    columns,
    read: async (rows, into) => {
      let from = 0;
      for (const { first, end, read } of readers)
        while (from < rows.length && rows[from]! < end) {
          let to = from + 1;
          while (to < rows.length && rows[to] === rows[from]! + to - from && rows[to]! < end) to++;
          await read((rows[from]! - first) * columns, into.subarray(from * columns, to * columns));
          from = to;
        }
    },
  };
};

interface Table {
  readonly file: string;
  readonly bytes: ParquetBytes;
  readonly rows: number;
  /** The columns of ids and of vectors. */
  readonly id: string;
  readonly vector: string;
  readonly numbers: ParquetNumbers;
}

const openTable = async (file: string): Promise<Table> => {
  const bytes = await parquetBytes(file);
  const { columns, rows } = await parquetShape(file, bytes);
  const id = oneOf(file, columns, ID_COLUMNS, 'the id of each vector');
  const vector = oneOf(file, columns, VECTOR_COLUMNS, 'a list of floats per row');
  return { file, bytes, rows, id, vector, numbers: await openParquetNumbers(file, bytes, vector) };
};

const idsOf = async (tables: readonly Table[]): Promise<readonly string[]> => {
  const ids = new Set<string>();
  for (const { file, bytes, id } of tables)
    for await (const group of readParquet(file, bytes, { [id]: { kind: 'text' } }))
      for (const { at, values } of group) {
        const own = values[id] as string;
        if (ids.has(own)) throw repeated(at, own, placeOf([...ids].indexOf(own), tables));
        ids.add(own);
      }
  return [...ids];
};

const placeOf = (row: number, tables: readonly Table[]): ErrorLocation => {
  let line = row + 1;
  const table = tables.find(({ rows }) => {
    if (line <= rows) return true;
    line -= rows;
    return false;
  });
  return { file: table!.file, line };
};

/** How many numbers the first vector has. */
const firstLength = async (tables: readonly Table[]): Promise<number> => {
  const table = tables.find(({ rows }) => rows > 0);
  let length = 0;
  for (const place of table?.numbers.pages.keys() ?? []) {
    const { levels, whole } = await table!.numbers.read(place);
    if (!whole) throw await oddRow(tables);
    const next = levels.indexOf(0, length === 0 ? 1 : 0);
    if (next >= 0) return length + next;
    length += levels.length;
  }
  return length;
};

/** Fills arrays with numbers of a table, from a first one; of its pages the last one is kept. */
const numbersReader = ({ rows, numbers }: Table, columns: number, odd: () => Promise<Error>) => {
  const { pages } = numbers;
  let last: { readonly place: number; readonly values: Float32Array } | undefined;
  const valuesOf = async (place: number): Promise<Float32Array> => {
    if (last?.place === place) return last.values;
    const values = vectorsIn(pages[place]!, await numbers.read(place), columns);
    if (!values) throw await odd();
    last = { place, values };
    return values;
  };
  return async (first: number, into: Float32Array): Promise<void> => {
    // Were there other lists than those of a whole vector each, numbers would be counted wrong.
    const end = pages.at(-1);
    if ((end ? end.first + end.count : 0) !== rows * columns) throw await odd();
    let filled = 0;
    for (let place = pageWith(pages, first); filled < into.length; place++) {
      const begin = first + filled - pages[place]!.first;
      const values = (await valuesOf(place)).subarray(begin, begin + into.length - filled);
      into.set(values, filled);
      filled += values.length;
    }
  };
};

/** The numbers of a page, if each belongs to a vector of so many numbers and can be compared. */
const vectorsIn = (
  { first }: NumbersPage,
  { values, levels, whole }: PageNumbers,
  columns: number,
): Float32Array | undefined => {
  if (!whole) return undefined;
  for (let i = 0; i < levels.length; i++)
    if ((levels[i] === 0) !== ((first + i) % columns === 0)) return undefined;
  const numbers = values instanceof Float32Array ? values : Float32Array.from(values as ArrayLike<number>);
  return numbers.every(Number.isFinite) ? numbers : undefined;
};

/** The place of the page that holds a number. */
const pageWith = (pages: readonly NumbersPage[], number: number): number => {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pages[middle]!.first <= number) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** What is wrong with the vectors, row by row. This takes more memory, and is only done where something is. */
const oddRow = async (tables: readonly Table[]): Promise<Error> => {
  let columns: number | undefined;
  try {
    for (const { file, bytes, id, vector } of tables)
      for await (const group of readParquet(file, bytes, {
        [id]: { kind: 'text' },
        [vector]: { kind: 'numbers' },
      }))
        for (const { at, values } of group) {
          const numbers = values[vector] as readonly number[];
          columns ??= numbers.length;
          mustBeVector(at, values[id] as string, numbers, columns);
        }
  } catch (error) {
    return error as Error;
  }
  return new InputError({
    at: { file: tables[0]!.file },
    found: 'a damaged Parquet file (its vectors cannot be told apart)',
    fix: 'fetch or copy the file again',
  });
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
