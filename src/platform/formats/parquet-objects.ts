import type { FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { InputError, type Json } from '../../core/index.js';
import { type GroupColumn, metadataOf, type ParquetBytes, type ParquetRow, readGroups } from './parquet.js';

/**
 * Rows of any Parquet file as objects of JSON, nested columns too: for tables whose columns the user names. `readParquet` is for tables whose columns are known.
 */
export async function* readParquetObjects(
  file: string,
  bytes: ParquetBytes,
): AsyncGenerator<readonly ParquetRow[]> {
  const metadata = await metadataOf(file, bytes);
  const names = columnNames(metadata);
  const partsOf = ({ columns }: RowGroup): readonly GroupColumn[] =>
    names.map((name) => ({
      name,
      chunks: columns.flatMap(({ meta_data: chunk }) => (chunk?.path_in_schema[0] === name ? [chunk] : [])),
    }));
  for await (const { first, rows, cell } of readGroups(file, bytes, metadata, partsOf))
    yield Array.from({ length: rows }, (_, row) => {
      const at = { file, line: first + row + 1 };
      const values = names.map((name, nth) => [name, jsonOf(cell(nth, row), name, at)] as const);
      return { at, values: Object.fromEntries(values) };
    });
}

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
