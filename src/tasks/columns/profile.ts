import { InputError, type Json } from '../../core/index.js';
import { decimal } from '../../platform/formats/index.js';
import { type FileKind, fileKind } from '../raw/file-kind.js';
import type { RawRow } from '../raw/raw-row.js';
import { rawRows } from '../raw/raw-rows.js';
import { type Heading, headingOf } from './headings.js';
import type { FoundTable } from './tables-in.js';

/** What the first rows of a table show of a column. */
export interface ColumnProfile {
  readonly name: string;
  readonly heading: Heading;
  /** Every row has a value, and no two the same. */
  readonly distinct: boolean;
  readonly numeric: boolean;
  /** Values are lists. */
  readonly list: boolean;
  readonly meanLength: number;
  readonly meanWords: number;
}

/** A table, and what its first rows show. */
export interface TableProfile extends FoundTable {
  readonly kind: FileKind;
  readonly columns: readonly ColumnProfile[];
}

/** A table that could not be looked at. */
export interface Unread {
  readonly name: string;
  readonly error: InputError;
}

const SAMPLE = 200;

/**
 * Looks at the first rows of a table; nothing of an empty file, or of a single file of plain text, which is no table. `named` are columns
 * that the user says it has.
 */
export const profileTable = async (
  table: FoundTable,
  named: readonly string[],
): Promise<TableProfile | Unread | undefined> => {
  const [file] = table.paths;
  try {
    const kind = await fileKind(file!, named);
    if (!kind || (kind.kind === 'text' && table.paths.length === 1 && named.length === 0)) return undefined;
    return { ...table, kind, columns: columnsOf(await firstRows(file!, kind)) };
  } catch (error) {
    if (error instanceof InputError) return { name: table.name, error };
    throw error;
  }
};

const firstRows = async (file: string, kind: FileKind): Promise<readonly RawRow[]> => {
  const rows: RawRow[] = [];
  for await (const batch of rawRows(file, kind)) {
    rows.push(...batch.slice(0, SAMPLE - rows.length));
    if (rows.length >= SAMPLE) break;
  }
  return rows;
};

const columnsOf = (rows: readonly RawRow[]): readonly ColumnProfile[] => {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return names.map((name) => {
    const found = rows.flatMap(({ values }) => {
      const value: Json | undefined = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === null || value === '' ? [] : [value];
    });
    const texts = found.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    const mean = (of: (text: string) => number): number =>
      texts.reduce((sum, text) => sum + of(text), 0) / Math.max(1, texts.length);
    return {
      name,
      heading: headingOf(name),
      distinct: texts.length === rows.length && new Set(texts).size === texts.length,
      numeric: found.length > 0 && found.every((value) => Number.isFinite(decimal(value))),
      list: found.length > 0 && found.every((value) => Array.isArray(value) || isPackedList(value)),
      meanLength: mean(({ length }) => length),
      meanWords: mean((text) => text.split(/\s+/).length),
    };
  });
};

/** A cell of a table may hold a list as JSON. */
const isPackedList = (value: Json): boolean => {
  if (typeof value !== 'string' || !value.startsWith('[')) return false;
  try {
    return Array.isArray(JSON.parse(value));
  } catch {
    return false;
  }
};
