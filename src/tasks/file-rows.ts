import type { JsonObject, Place } from '../core/index.js';
import { type ParquetColumn, readParquet } from '../formats/index.js';
import { readLines } from '../machine/index.js';
import type { FolderFormat } from './formats/index.js';
import { parquetBytes } from './parquet-bytes.js';
import { readRow } from './rows.js';

/** A row's place: the file, and the line or the row of the table, from 1. */
export type RowPlace = Place & { readonly line: number };

interface RowShape {
  /** A row as an error shows it. */
  readonly shape: string;
  /** What is read of a table; lines are whole objects anyway. */
  readonly columns: Readonly<Record<string, ParquetColumn>>;
}

/** The rows of a task's file in batches, in order, whether it is JSON lines or a Parquet table. */
export async function* fileRows<T>(
  file: string,
  { rows }: Pick<FolderFormat, 'rows'>,
  { shape, columns }: RowShape,
  read: (row: JsonObject, at: RowPlace) => T,
): AsyncGenerator<readonly T[]> {
  if (rows === 'parquet')
    for await (const batch of readParquet(file, await parquetBytes(file), columns))
      yield batch.map(({ values, at }) => read(values, at));
  else
    for await (const lines of readLines(file))
      yield lines.map((line) => readRow(line, shape, (row) => read(row, line)));
}
