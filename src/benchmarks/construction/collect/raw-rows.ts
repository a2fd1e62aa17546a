import type { JsonObject } from '../../../core/index.js';
import {
  delimitedReader,
  malformed,
  parseJsonObject,
  quoted,
  readParquetObjects,
} from '../../../platform/formats/index.js';
import { readLines } from '../../../platform/node/index.js';
import { isParquet, parquetBytes, separatorOf } from '../../../tasks/index.js';

/** A row of the user's file, and its line, or its row in a Parquet file. */
export interface RawRow {
  readonly values: JsonObject;
  readonly at: { readonly file: string; readonly line: number };
}

/** The rows of a file of JSON lines, comma- or tab-separated values with a header, or Parquet, by the name of the file. */
export async function* rawRows(file: string): AsyncGenerator<RawRow> {
  const separator = separatorOf(file);
  if (isParquet(file))
    for await (const batch of readParquetObjects(file, await parquetBytes(file))) yield* batch;
  else if (separator) yield* delimitedRows(file, separator);
  else
    for await (const batch of readLines(file))
      for (const at of batch) yield { values: parseJsonObject(at.text, at), at: { file, line: at.line } };
}

async function* delimitedRows(file: string, separator: ',' | '\t'): AsyncGenerator<RawRow> {
  const reader = delimitedReader(file, separator);
  let names: readonly string[] | undefined;
  for await (const batch of readLines(file, { blank: true }))
    for (const { text, line } of batch) {
      const record = reader.add(text, line);
      if (!record || (record.cells.length === 1 && record.cells[0]!.trim() === '')) continue;
      const at = { file, line: record.line };
      if (!names) {
        names = headerOf(record.cells, at);
        continue;
      }
      const { cells } = record;
      if (cells.length !== names.length)
        throw malformed(at, {
          found: `${cells.length} columns in ${quoted(text)}`,
          expected: `${names.length}, as in the first line`,
          fix: 'put fields that hold a separator or a line end in double quotes',
        });
      yield { values: Object.fromEntries(names.map((name, i) => [name, cells[i]!])), at };
    }
  reader.finish();
}

const headerOf = (cells: readonly string[], at: RawRow['at']): readonly string[] => {
  const names = cells.map((cell) => cell.trim());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined && names.every((name) => name !== '')) return names;
  throw malformed(at, {
    found: twice ? `two columns named ${quoted(twice)}` : 'a column without a name',
    expected: 'the names of the columns in the first line',
    fix: 'name every column, each by a name of its own',
  });
};
