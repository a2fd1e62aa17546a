import type { AsyncBuffer, ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet';
import { type ErrorLocation, InputError, type Json, type JsonObject, WorkError } from '../../core/index.js';
import { columnNames, type FoundColumn, mustHaveColumns, type ParquetColumn } from './parquet-columns.js';
import { checkPages } from './parquet-pages.js';

/** The bytes of a Parquet file, wherever they are: requested by range. */
export type ParquetBytes = AsyncBuffer;

/** A row of a Parquet file. Its place is the file and the row, counted from 1. */
export interface ParquetRow {
  readonly at: ErrorLocation & { readonly line: number };
  readonly values: JsonObject;
}

/**
 * Rows of a Parquet file in order, a row group at a time; only the wanted columns are read. Every codec of the format but
 * LZO, both versions of data pages, dictionaries. Text must be UTF-8. Whatever is wrong with the file is an `InputError`.
 */
export async function* readParquet(
  file: string,
  bytes: ParquetBytes,
  columns: Readonly<Record<string, ParquetColumn>>,
): AsyncGenerator<readonly ParquetRow[]> {
  const metadata = await metadataOf(file, bytes);
  const found = await understood(file, async () => mustHaveColumns(file, metadata, columns));
  let first = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const read: Column[] = [];
    for (const column of found)
      read.push({ ...column, cells: await readColumn(file, bytes, { metadata, group, first, column }) });
    yield Array.from({ length: rows }, (_, row) => rowOf(read, row, { file, line: first + row + 1 }));
    first += rows;
  }
}

/** The columns of a Parquet file, and how many rows it has. */
export const parquetShape = async (
  file: string,
  bytes: ParquetBytes,
): Promise<{ readonly columns: readonly string[]; readonly rows: number }> => {
  const metadata = await metadataOf(file, bytes);
  const columns = await understood(file, async () => columnNames(file, metadata));
  return { columns, rows: metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0) };
};

interface Column extends FoundColumn {
  readonly cells: ArrayLike<unknown>;
}

const rowOf = (columns: readonly Column[], row: number, at: ParquetRow['at']): ParquetRow => {
  const values: [string, Json][] = [];
  for (const column of columns) {
    const value = valueIn(column, row, at);
    if (value !== undefined) values.push([column.name, value]);
  }
  return { at, values: Object.fromEntries(values) };
};

export const metadataOf = (file: string, bytes: ParquetBytes): Promise<FileMetaData> =>
  understood(file, async () => {
    if (bytes.byteLength === 0) throw damaged(file, 'an empty file');
    const magic = new Uint8Array(await bytes.slice(0, Math.min(4, bytes.byteLength)));
    if (new TextDecoder().decode(magic) !== 'PAR1') throw damaged(file, 'not a Parquet file');
    const { parquetMetadataAsync } = await import('hyparquet');
    // Without our parsers: the least and greatest texts that it holds may be cut within a character.
    return parquetMetadataAsync(bytes, { geoparquet: false });
  });

interface WantedColumn {
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  /** Row of the file that the group begins with. */
  readonly first: number;
  readonly column: FoundColumn;
}

const readColumn = (
  file: string,
  bytes: ParquetBytes,
  { metadata, group, first, column }: WantedColumn,
): Promise<ArrayLike<unknown>> =>
  understood(file, async () => {
    const rows = Number(group.num_rows);
    if (rows > 0) await checkPages(bytes, chunkOf(group, column), column);
    return readCells(bytes, metadata, column.name, first, first + rows);
  });

/**
 * One column of some rows, once its pages are checked. Asked for several at once, the library may leave the failure of one unhandled, which
 * ends the process.
 */
export const readCells = async (
  bytes: ParquetBytes,
  metadata: FileMetaData,
  name: string,
  rowStart: number,
  rowEnd: number,
): Promise<ArrayLike<unknown>> => {
  if (rowEnd === rowStart) return [];
  const { parquetReadColumn } = await import('hyparquet/src/read.js');
  const { compressors } = await import('hyparquet-compressors');
  const parsers = { stringFromBytes: textOf };
  const cells = await parquetReadColumn({
    ...{ file: bytes, metadata, columns: [name] },
    ...{ rowStart, rowEnd, compressors, parsers },
  });
  if (cells.length !== rowEnd - rowStart)
    throw new Error(`${cells.length} of ${rowEnd - rowStart} rows of "${name}"`);
  return cells;
};

export const chunkOf = ({ columns }: RowGroup, { name, path }: FoundColumn): ColumnMetaData => {
  const own = columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === name);
  const [chunk] = own;
  const expected = path.map((element) => element.name).join('.');
  if (own.length === 1 && chunk?.meta_data?.path_in_schema.join('.') === expected) return chunk.meta_data;
  throw new Error(`a row group without "${name}"`);
};

/** A byte order mark is a character like any other here, and broken text an error. */
const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && strictly.decode(bytes);

const valueIn = (
  { name, kind, optional, cells }: Column,
  row: number,
  at: ErrorLocation,
): Json | undefined => {
  const value = cells[row];
  if (value === undefined || value === null) {
    if (optional) return undefined;
    throw new InputError({
      at,
      found: `no value for "${name}"`,
      expected: 'one in every row',
      fix: kind === 'numbers' ? 'remove the row' : 'remove the row, or write "" for an empty text',
    });
  }
  if (kind !== 'texts' && kind !== 'numbers')
    return typeof value === 'bigint' ? Number(value) : (value as Json);
  const list = value as readonly (string | number | null | undefined)[];
  const gap = list.findIndex((each) => each === undefined || each === null);
  if (gap < 0) return list as readonly string[];
  const inText = kind === 'texts';
  throw new InputError({
    at,
    found: `no value in place ${gap + 1} of "${name}"`,
    expected: inText ? 'text in every place' : 'a number in every place',
    fix: inText ? 'leave the place out' : 'make this vector again, or remove the row',
  });
};

/** What the library throws says what is wrong with the file; what our own readers throw is already clear. */
export const understood = async <T>(file: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError || error instanceof WorkError) throw error;
    throw damaged(file, `a damaged Parquet file (${(error as Error).message})`, error);
  }
};

const damaged = (file: string, found: string, cause?: unknown): InputError =>
  new InputError(
    { at: { file }, found, expected: 'a whole Parquet file', fix: 'fetch or copy the file again' },
    { cause },
  );
