import type { JsonObject } from '../core/index.js';
import { type ParquetColumn, readParquet } from '../platform/formats/index.js';
import { readLines } from '../platform/node/index.js';
import { parquetBytes } from './parquet-bytes.js';
import { explained, type RowPlace, readRow, separatorOf } from './rows.js';
import { tableRows } from './table-rows.js';

interface RowShape {
  /** A row as an error shows it. */
  readonly shape: string;
  /** What is read of a table; lines are whole objects anyway. */
  readonly columns: Readonly<Record<string, ParquetColumn>>;
}

/** The rows of a task's file in batches, in order, whether it is JSON lines, Parquet, or comma- or tab-separated values. */
export async function* fileRows<T>(
  file: string,
  { shape, columns }: RowShape,
  read: (row: JsonObject, at: RowPlace) => T,
): AsyncGenerator<readonly T[]> {
  const separator = separatorOf(file);
  if (isParquet(file))
    for await (const batch of readParquet(file, await parquetBytes(file), columns))
      yield batch.map(({ values, at }) => read(values, at));
  else if (separator) {
    const asTable = Object.keys(columns).join(separator);
    for await (const batch of tableRows(file, separator, columns))
      yield batch.map(({ values, at }) => explained({ ...at, text: '' }, asTable, () => read(values, at)));
  } else
    for await (const lines of readLines(file))
      yield lines.map((line) => readRow(line, shape, (row) => read(row, line)));
}

export const isParquet = (file: string): boolean => file.endsWith('.parquet');
