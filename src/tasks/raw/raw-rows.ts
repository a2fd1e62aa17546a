import { basename } from 'node:path';
import { counted, InputError, type JsonObject } from '../../core/index.js';
import {
  columnsOf,
  malformed,
  markupReader,
  mustBeColumns,
  parseJsonObject,
  quoted,
  ROW_AGAIN,
  readParquetObjects,
} from '../../platform/formats/index.js';
import { readLines, readTextFile } from '../../platform/node/index.js';
import { parquetBytes } from '../parquet-bytes.js';
import { type DelimitedKind, isSeparatorLine, readerOf } from './delimited-kind.js';
import { type FileKind, fileKind, TREC_COLUMNS } from './file-kind.js';
import { jsonRows } from './json-rows.js';
import type { RawRow } from './raw-row.js';

type Batches = AsyncGenerator<readonly RawRow[]>;

/** The rows of a file in batches, in order. Columns without names are called 1, 2, 3. */
export async function* rawRows(file: string, kind: FileKind): Batches {
  try {
    yield* rowsOf(file, kind);
  } catch (error) {
    throw fixed(error, ROW_AGAIN);
  }
}

/** An error that names no fix gets this one. */
export const fixed = (error: unknown, fix: string): unknown =>
  error instanceof InputError && !error.details.fix
    ? new InputError({ ...error.details, fix }, { cause: error })
    : error;

const rowsOf = (file: string, kind: FileKind): Batches => {
  switch (kind.kind) {
    case 'parquet':
      return parquetRows(file);
    case 'jsonl':
      return lineRows(file, (text, at) => parseJsonObject(text, at));
    case 'trec':
      return lineRows(file, (text, at) => {
        const cells = columnsOf(text, TREC_COLUMNS, at);
        return Object.fromEntries(TREC_COLUMNS.map((name, i) => [name, cells[i]!]));
      });
    case 'json':
      return jsonRows(file);
    case 'markup':
      return markupRows(file, kind.element);
    case 'text':
      return textRows(file);
    case 'delimited':
      return delimitedRows(file, kind);
  }
};

async function* parquetRows(file: string): Batches {
  yield* readParquetObjects(file, await parquetBytes(file));
}

async function* lineRows(file: string, read: (text: string, at: RawRow['at']) => JsonObject): Batches {
  for await (const lines of readLines(file))
    yield lines.map(({ text, line }) => ({ values: read(text, { file, line }), at: { file, line } }));
}

async function* markupRows(file: string, element: string): Batches {
  const reader = markupReader(file, element);
  for await (const lines of readLines(file, { blank: true })) {
    const records = lines.flatMap(({ text, line }) => reader.add(text, line));
    if (records.length > 0) yield records.map(({ values, line }) => ({ values, at: { file, line } }));
  }
  reader.finish();
}

/** A file that is one document, named after it. */
async function* textRows(file: string): Batches {
  const text = await readTextFile(file);
  yield [{ values: { id: basename(file).replace(/\.[^.]*$/, ''), text }, at: { file, line: 1 } }];
}

async function* delimitedRows(file: string, kind: DelimitedKind): Batches {
  const reader = readerOf(file, kind);
  let names: readonly string[] | undefined;
  for await (const lines of readLines(file, { blank: true })) {
    const batch: RawRow[] = [];
    for (const { text, line } of lines) {
      if (line === 1 && isSeparatorLine(text)) continue;
      const record = reader.add(text, line);
      if (!record || record.cells.every((cell) => cell.trim() === '')) continue;
      const { cells } = record;
      const at = { file, line: record.line };
      if (!names) {
        mustBeColumns(cells.length, at);
        names = columnNames(cells, kind.header);
        if (kind.header) continue;
      }
      if (cells.length !== names.length)
        throw malformed(at, {
          found: `${counted(cells.length, 'column')} in ${quoted(text)}`,
          expected: `${names.length}, as in the first line`,
          fix: kind.quotes
            ? 'put fields that hold a separator or a line end in double quotes'
            : 'replace tabs and line ends within a text by spaces',
        });
      batch.push({ values: Object.fromEntries(names.map((name, i) => [name, cells[i]!])), at });
    }
    if (batch.length > 0) yield batch;
  }
  reader.finish();
}

/** A column without a name, or with that of an earlier one, is called by its place, from 1. */
const columnNames = (cells: readonly string[], header: boolean): readonly string[] => {
  const named = cells.map((cell) => (header ? cell.trim() : ''));
  return named.map((name, i) => (name === '' || named.indexOf(name) < i ? `${i + 1}` : name));
};

/** The rows of a file of any kind, one by one; the first line of a table names its columns. */
export async function* allRows(file: string): AsyncGenerator<RawRow> {
  const kind = await fileKind(file);
  if (!kind) return;
  const named = kind.kind === 'delimited' ? { ...kind, header: true } : kind;
  for await (const batch of rawRows(file, named)) yield* batch;
}
