import { type ErrorLocation, InputError } from '../core/index.js';
import { parquetShape, readParquet } from '../platform/formats/index.js';
import { joinedRows, type VectorRowsFile } from '../platform/node/index.js';
import { parquetBytes } from './parquet-bytes.js';
import { openVectorPages, type VectorPages } from './vector-pages.js';

/** What common tools call the column of ids and that of vectors. */
const ID_COLUMNS = ['id', '_id', 'docid'] as const;
const VECTOR_COLUMNS = ['embedding', 'vector', 'emb'] as const;

/**
 * Opens Parquet files with a column of ids and one of lists of floats, in the order of the files. Ids are held; vectors are read a page at a time
 * when they are wanted.
 */
export const openVectorTables = async (files: readonly string[]): Promise<VectorRowsFile> => {
  const all = new Set<string>();
  const tables: Table[] = [];
  for (const file of files) {
    const bytes = await parquetBytes(file);
    const { columns } = await parquetShape(file, bytes);
    const id = oneOf(file, columns, ID_COLUMNS, 'the id of each vector');
    const name = oneOf(file, columns, VECTOR_COLUMNS, 'a list of floats per row');
    const ids: string[] = [];
    for await (const group of readParquet(file, bytes, { [id]: { kind: 'text' } }))
      for (const { at, values } of group) {
        const own = values[id] as string;
        if (all.has(own)) throw repeated(at, own, placeOf([...all].indexOf(own), tables, file));
        all.add(own);
        ids.push(own);
      }
    tables.push({ file, rows: ids.length, pages: await openVectorPages({ file, bytes, name, ids }) });
  }
  const columns = (await tables.find(({ rows }) => rows > 0)?.pages.firstLength()) ?? 0;
  const parts = tables.map(({ rows, pages }) => ({ rows, read: pages.reader(columns) }));
  return { ids: [...all], rows: all.size, columns, read: joinedRows(parts, columns) };
};

interface Table {
  readonly file: string;
  readonly rows: number;
  readonly pages: VectorPages;
}

/** Where a row is, among tables that were read and in the file that follows them. */
const placeOf = (row: number, tables: readonly Table[], next: string): ErrorLocation => {
  let line = row + 1;
  for (const { file, rows } of tables) {
    if (line <= rows) return { file, line };
    line -= rows;
  }
  return { file: next, line };
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

const repeated = (at: ErrorLocation, id: string, earlier: ErrorLocation): InputError =>
  new InputError({
    at,
    found: `a second vector for ${JSON.stringify(id)}; the first is in row ${earlier.line} of ${earlier.file}`,
    expected: 'one vector per id',
    fix: 'leave one of them out',
  });
