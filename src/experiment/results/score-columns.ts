import { join } from 'node:path';
import { QUERIES, rowOf, type StoredRecord, sealedContentNow } from './inspect.js';

/** Scores of a result's queries by measure: what intervals and tests are made of, in a hundredth of the memory of its rows. */
export interface ScoreColumns {
  /** In the order of the file. */
  readonly ids: readonly string[];
  /** By measure, in the order of `ids`; NaN where a query has no score. */
  readonly scores: ReadonlyMap<string, Float64Array>;
}

/** The columns of measures in the scores of a record, which must be the sealed ones. */
export const readColumns = (
  { folder, seal }: Pick<StoredRecord, 'folder' | 'seal'>,
  measures: readonly string[],
): ScoreColumns => {
  const file = join(folder, QUERIES);
  return columnsOf(sealedContentNow(file, seal.queries).toString('utf8'), measures, file);
};

/**
 * Most of such a file are numbers that nobody asked for. A line that `run` wrote is searched for the measures in the order in which the first line has
 * them; a line that is anything else is parsed whole.
 */
export const columnsOf = (text: string, measures: readonly string[], file: string): ScoreColumns => {
  const ids: string[] = [];
  const lines: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end;
    if (next > at) lines.push(at, next);
    at = next + 1;
  }
  const columns = new Map(
    measures.map((name) => [name, new Float64Array(lines.length / 2).fill(Number.NaN)]),
  );
  const first = lines.length > 0 ? rowOf(text.slice(lines[0], lines[1]), file) : undefined;
  const searched = Object.keys(first?.scores ?? {})
    .filter((name) => columns.has(name))
    .map((name) => ({ key: `${JSON.stringify(name)}:`, column: columns.get(name)! }));
  const inLater = measures.some(
    (name) => first && !Object.hasOwn(first.scores, name) && text.includes(`${JSON.stringify(name)}:`),
  );
  for (let line = 0; line < lines.length; line += 2) {
    const row = line / 2;
    const id = inLater ? undefined : searchLine(text, lines[line]!, lines[line + 1]!, searched, row);
    if (id !== undefined) ids.push(id);
    else {
      const { id: parsed, scores } = rowOf(text.slice(lines[line], lines[line + 1]), file);
      ids.push(parsed);
      for (const [name, column] of columns)
        column[row] = Object.hasOwn(scores, name) ? scores[name]! : Number.NaN;
    }
  }
  return { ids, scores: columns };
};

const START = '{"id":"';
const SCORES = '","scores":{';

/** Fills one row of columns; gives the id of the line, or undefined where it is not as `run` writes it. */
const searchLine = (
  text: string,
  from: number,
  to: number,
  searched: readonly { readonly key: string; readonly column: Float64Array }[],
  row: number,
): string | undefined => {
  if (!text.startsWith(START, from)) return undefined;
  const idEnd = text.indexOf('"', from + START.length);
  const id = text.slice(from + START.length, idEnd);
  if (!text.startsWith(SCORES, idEnd) || id.includes('\\')) return undefined;
  let at = idEnd + SCORES.length;
  const close = text.indexOf('}', at);
  if (close < 0 || close > to) return undefined;
  for (const { key, column } of searched) {
    const found = text.indexOf(key, at);
    // A quote within another name has a backslash before it.
    const before = text.charCodeAt(found - 1);
    if (found < 0 || found > close || (before !== COMMA && before !== BRACE)) return undefined;
    const comma = text.indexOf(',', found + key.length);
    const number = text.slice(found + key.length, comma < 0 || comma > close ? close : comma);
    if (!NUMBER.test(number)) return undefined;
    column[row] = Number(number);
    at = found + key.length;
  }
  return id;
};

const COMMA = 44;
const BRACE = 123;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
