import { type Json, type JsonObject, own } from '../core/index.js';
import { delimitedReader, malformed, type ParquetColumn, quoted } from '../platform/formats/index.js';
import { readLines } from '../platform/node/index.js';
import { isHeading } from './columns/headings.js';
import { type RowPlace, separatorOf } from './rows.js';

/** A row of a table by the names of its columns. */
export interface TableRow {
  readonly values: JsonObject;
  readonly at: RowPlace;
}

type Columns = Readonly<Record<string, ParquetColumn>>;

/** Other names that tables have for a column, in lower case. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  _id: 'id docid doc_id doc-id docno pid corpus-id corpus_id qid query-id query_id'.split(' '),
  text: 'contents content body passage query question'.split(' '),
};

/**
 * The rows of a table of comma- or tab-separated values, in order. The first line may name the columns; if it does not, they are id and
 * text, or id, title and text.
 */
export async function* tableRows(
  file: string,
  separator: ',' | '\t',
  columns: Columns,
): AsyncGenerator<readonly TableRow[]> {
  const reader = delimitedReader(file, separator);
  let layout: Layout | undefined;
  for await (const lines of readLines(file, { blank: true })) {
    const batch: TableRow[] = [];
    for (const { text, line } of lines) {
      const record = reader.add(text, line);
      if (!record || isBlank(record.cells)) continue;
      const at = { file, line: record.line };
      const first = layout === undefined;
      layout ??= layoutOf(record.cells, columns, at);
      if (first && layout.header) continue;
      if (record.cells.length !== layout.width)
        throw malformed(at, {
          found: `${record.cells.length} columns in ${quoted(text)}`,
          expected: `${layout.width}, as in the first line`,
          fix: 'put fields that hold a separator or a line end in double quotes',
        });
      const values = layout.names.map(([name, place]): [string, Json] => [name, record.cells[place]!]);
      batch.push({ values: Object.fromEntries(values), at });
    }
    if (batch.length > 0) yield batch;
  }
  reader.finish();
}

/** Whether the first record of a table names these columns, or has as many without names. */
export const tableFits = async (
  file: string,
  separator: ',' | '\t',
  [id, text]: readonly string[],
): Promise<boolean> => {
  const reader = delimitedReader(file, separator);
  const columns: Columns = {
    [id!]: { kind: 'text' },
    [text!]: { kind: 'text' },
    title: { kind: 'text', optional: true },
  };
  for await (const lines of readLines(file))
    for (const line of lines) {
      const record = reader.add(line.text, line.line);
      if (!record) continue;
      try {
        const { header } = layoutOf(record.cells, columns, line);
        return header || !record.cells.some(isHeading);
      } catch {
        return false;
      }
    }
  return true;
};

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]!.trim() === '';

interface Layout {
  readonly width: number;
  readonly header: boolean;
  /** Where each column is. */
  readonly names: readonly (readonly [name: string, place: number])[];
}

const layoutOf = (cells: readonly string[], columns: Columns, at: RowPlace): Layout => {
  const said = cells.map((cell) => cell.trim().toLowerCase());
  const wanted = Object.keys(columns);
  const placeOf = (name: string): number =>
    said.findIndex((cell) => cell === name || own(ALSO_CALLED, name)?.includes(cell));
  const width = cells.length;
  const [id = '', ...rest] = wanted;
  if (placeOf(id) < 0) return { width, header: false, names: unnamed(width, wanted, columns, at) };
  const missing = rest.find((name) => placeOf(name) < 0 && !columns[name]!.optional);
  if (missing !== undefined)
    throw malformed(at, {
      found: `a first line that names ${quoted(cells.join(', '))} and no "${missing}"`,
      expected: `${wanted.join(', ')}`,
      fix: `call the column with the texts "${missing}"`,
    });
  const names = wanted.map((name) => [name, placeOf(name)] as const).filter(([, place]) => place >= 0);
  return { width, header: true, names };
};

/** Columns without names: the optional ones are between the id and the text. */
const unnamed = (
  width: number,
  wanted: readonly string[],
  columns: Columns,
  at: RowPlace,
): Layout['names'] => {
  const needed = wanted.filter((name) => !columns[name]!.optional);
  const [id, ...texts] = needed;
  const order =
    width === needed.length ? needed : [id!, ...wanted.filter((name) => columns[name]!.optional), ...texts];
  if (order.length === width) return order.map((name, place) => [name, place]);
  throw malformed(at, {
    found: `${width} ${width === 1 ? 'column' : 'columns'} without names`,
    expected: `${needed.join(', ')}${order.length > needed.length ? `, or ${order.join(', ')}` : ''}`,
    fix: `write the names of the columns into the first line: ${order.join(separatorOf(at.file) ?? ',')}`,
  });
};
