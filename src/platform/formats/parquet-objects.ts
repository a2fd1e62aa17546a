import type { FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { InputError, type Json } from '../../core/index.js';
import { metadataOf, type ParquetBytes, type ParquetRow, readCells, understood } from './parquet.js';
import { checkPages } from './parquet-pages.js';

/**
 * Rows of any Parquet file as objects of JSON, nested columns too: for tables whose columns the user names. A row group at a time, and of it one column
 * after another. `readParquet` is for tables whose columns are known.
 */
export async function* readParquetObjects(
  file: string,
  bytes: ParquetBytes,
): AsyncGenerator<readonly ParquetRow[]> {
  const metadata = await metadataOf(file, bytes);
  const names = columnNames(metadata);
  let first = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    await understood(file, () => checkGroup(bytes, metadata, group));
    const columns: (readonly [string, ArrayLike<unknown>])[] = [];
    for (const name of names)
      columns.push([
        name,
        await understood(file, () => readCells(bytes, metadata, name, first, first + rows)),
      ]);
    yield Array.from({ length: rows }, (_, row) => {
      const at = { file, line: first + row + 1 };
      return {
        at,
        values: Object.fromEntries(columns.map(([name, cells]) => [name, jsonOf(cells[row], name, at)])),
      };
    });
    first += rows;
  }
}

/** The pages of every column, before any is decoded. */
const checkGroup = async (
  bytes: ParquetBytes,
  { schema }: FileMetaData,
  { columns }: RowGroup,
): Promise<void> => {
  for (const { meta_data: chunk } of columns) {
    if (!chunk) throw new Error('a row group without columns');
    await checkPages(bytes, chunk, { path: elementsAt(schema, chunk.path_in_schema) });
  }
};

/** The elements of the schema from a column down to the one that holds values. */
const elementsAt = (schema: readonly SchemaElement[], path: readonly string[]): readonly SchemaElement[] => {
  const found: SchemaElement[] = [];
  let at = 1;
  for (const name of path) {
    while (at < schema.length && schema[at]!.name !== name) at = behind(schema, at);
    if (at >= schema.length) throw new Error(`no column "${path.join('.')}"`);
    found.push(schema[at]!);
    at++;
  }
  return found;
};

/** The place behind an element and all that is nested in it. */
const behind = (schema: readonly SchemaElement[], from: number): number => {
  let at = from;
  for (let open = 1; open > 0 && at < schema.length; at++) open += (schema[at]!.num_children ?? 0) - 1;
  return at;
};

/** The schema is a tree written down depth first: the columns are the children of its root. */
const columnNames = ({ schema }: FileMetaData): readonly string[] => {
  const names: string[] = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) names.push(schema[at]!.name);
  return names;
};

/** Whole numbers stay exact or become text, times are written as ISO 8601 has them, and bytes are no text. */
const jsonOf = (value: unknown, name: string, at: ParquetRow['at']): Json => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    throw new InputError({
      at,
      found: `bytes in column "${name}"`,
      expected: 'text, numbers, lists or structs',
      fix: `leave the column out, or write it as text: in pyarrow, cast it to pa.string()`,
    });
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, name, at));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [key, jsonOf(item, name, at)]),
  );
};
