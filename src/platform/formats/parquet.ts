import type { AsyncBuffer, ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet';
import {
  type ErrorLocation,
  InputError,
  type Json,
  type JsonObject,
  LIMITS,
  WorkError,
} from '../../core/index.js';
import { codecs } from './parquet-codecs.js';
import { columnNames, type FoundColumn, mustHaveColumns, type ParquetColumn } from './parquet-columns.js';
import { checkPages, flatPages, type ParquetPage } from './parquet-pages.js';
import { mustBeColumns } from './rows.js';

/** The bytes of a Parquet file, wherever they are: requested by range. */
export type ParquetBytes = AsyncBuffer;

/** A row of a Parquet file. Its place is the file and the row, counted from 1. */
export interface ParquetRow {
  readonly at: ErrorLocation & { readonly line: number };
  readonly values: JsonObject;
}

/**
 * Rows of a Parquet file in order; only the wanted columns are read, a page at a time. Every codec of the format but
 * LZO, both versions of data pages, dictionaries. Text must be UTF-8. Whatever is wrong with the file is an `InputError`.
 */
export async function* readParquet(
  file: string,
  bytes: ParquetBytes,
  columns: Readonly<Record<string, ParquetColumn>>,
): AsyncGenerator<readonly ParquetRow[]> {
  const metadata = await metadataOf(file, bytes);
  const found = await understood(file, async () => mustHaveColumns(file, metadata, columns));
  const parts = (group: RowGroup) => found.map((column) => ({ ...column, chunks: [chunkOf(group, column)] }));
  for await (const { first, rows, cell } of readGroups(file, bytes, metadata, parts))
    yield Array.from({ length: rows }, (_, row) => {
      const at = { file, line: first + row + 1 };
      const values = found.map((column, nth) => [column.name, valueIn(column, cell(nth, row), at)] as const);
      return {
        at,
        values: Object.fromEntries(values.filter(([, value]) => value !== undefined)) as JsonObject,
      };
    });
}

/** A column of the table in one row group: the chunks of all that is nested in it. */
export interface GroupColumn {
  readonly name: string;
  readonly chunks: readonly ColumnMetaData[];
}

/** Rows that follow each other. */
interface RowBatch {
  /** How many rows of the file come before them. */
  readonly first: number;
  readonly rows: number;
  cell(column: number, row: number): unknown;
}

/** Rows that are handed over at once: one page may hold millions that are a few bytes in the file. */
const BATCH_ROWS = 1 << 14;

/** All rows of a file, in batches. Of every column one page is in memory, however many rows a group has. */
export async function* readGroups(
  file: string,
  bytes: ParquetBytes,
  metadata: FileMetaData,
  columnsOf: (group: RowGroup) => readonly GroupColumn[],
): AsyncGenerator<RowBatch> {
  let first = 0;
  for (const group of metadata.row_groups) {
    const end = first + Number(group.num_rows);
    if (end === first) continue;
    if (!(Number(group.columns[0]?.meta_data?.num_values) >= end - first))
      throw damaged(file, 'a damaged Parquet file (a row group with more rows than values)');
    const columns = (await understood(file, async () => columnsOf(group))).map((column) => ({
      pages: cellsOf(file, bytes, metadata, column, first, end),
      name: column.name,
      cells: [] as ArrayLike<unknown>,
      at: 0,
    }));
    while (first < end) {
      for (const column of columns)
        while (column.at === column.cells.length) {
          const { done, value } = await understood(file, () => column.pages.next());
          if (done) throw damaged(file, `a damaged Parquet file (rows without "${column.name}")`);
          Object.assign(column, { cells: value, at: 0 });
        }
      const rows = Math.min(BATCH_ROWS, end - first, ...columns.map(({ cells, at }) => cells.length - at));
      yield { first, rows, cell: (nth, row) => columns[nth]!.cells[columns[nth]!.at + row] };
      for (const column of columns) column.at += rows;
      first += rows;
    }
  }
}

/** The cells of a column in some rows, as they are decoded. What is nested is decoded as a whole, since a list may go over pages. */
async function* cellsOf(
  file: string,
  bytes: ParquetBytes,
  metadata: FileMetaData,
  { name, chunks }: GroupColumn,
  first: number,
  end: number,
): AsyncGenerator<ArrayLike<unknown>> {
  const isFlat = chunks.length === 1 && chunks[0]!.path_in_schema.length === 1;
  for (const chunk of chunks) {
    const values = Number(chunk.num_values);
    if (isFlat && values !== end - first) throw new Error(`${values} of ${end - first} rows of "${name}"`);
    if (!isFlat) mustBeReadable(file, name, 'row group', values);
    const check = async ({ values }: ParquetPage) => mustBeReadable(file, name, 'page', values);
    if (isFlat) yield* flatPages(bytes, metadata, chunk, textOf, check);
    else await checkPages(bytes, chunk, metadata);
  }
  if (!isFlat) yield readCells(bytes, metadata, name, first, end);
}

/** What is decoded at once: some hundred megabytes, of a page that may be a few bytes in the file. */
export const mustBeReadable = (
  file: string,
  name: string,
  what: string,
  values: number,
  most: number = LIMITS.parquetValues.most,
): void => {
  if (values <= most) return;
  throw new InputError({
    at: { file },
    found: `${values} values of "${name}" in one ${what}`,
    expected: `at most ${most}`,
    fix: 'write the file again with smaller parts: in pyarrow, pq.write_table(table, file, row_group_size=100_000)',
  });
};

/** The columns of a Parquet file, and how many rows it has. */
export const parquetShape = async (
  file: string,
  bytes: ParquetBytes,
): Promise<{ readonly columns: readonly string[]; readonly rows: number }> => {
  const metadata = await metadataOf(file, bytes);
  const columns = await understood(file, async () => columnNames(file, metadata));
  return { columns, rows: metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0) };
};

export const metadataOf = (file: string, bytes: ParquetBytes): Promise<FileMetaData> =>
  understood(file, async () => {
    if (bytes.byteLength === 0) throw damaged(file, 'an empty file');
    const magic = new Uint8Array(await bytes.slice(0, Math.min(4, bytes.byteLength)));
    if (new TextDecoder().decode(magic) !== 'PAR1') throw damaged(file, 'not a Parquet file');
    const { parquetMetadataAsync } = await import('hyparquet');
    // Without our parsers: the least and greatest texts that it holds may be cut within a character.
    const metadata = await parquetMetadataAsync(bytes, { geoparquet: false });
    mustBeColumns(metadata.schema.length, { file });
    return metadata;
  });

/**
 * One column of some rows, once its pages are checked. Asked for several at once, the library may leave the failure of one unhandled, which
 * ends the process.
 */
const readCells = async (
  bytes: ParquetBytes,
  metadata: FileMetaData,
  name: string,
  rowStart: number,
  rowEnd: number,
): Promise<ArrayLike<unknown>> => {
  const { parquetReadColumn } = await import('hyparquet/src/read.js');
  const compressors = await codecs();
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
  { name, kind, optional }: FoundColumn,
  value: unknown,
  at: ErrorLocation,
): Json | undefined => {
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
