import { isJsonObject, type Json } from '../../core/index.js';
import { malformed, shownJson } from '../../platform/formats/index.js';
import { pathsOf, valueAt } from './column-path.js';
import type { RawRow } from './raw-row.js';

/** What a field of a row is wrong with: file, line, field and the columns that exist. */
export const wrongField = (
  { values, at }: RawRow,
  field: string,
  path: string,
  value: Json,
  expected: string,
) =>
  malformed(at, {
    found: `${field} (column "${path}") is ${shownJson(value)}`,
    expected,
    fix: `name another column, one of ${pathsOf(values).join(', ')}`,
  });

export const asText = (value: Json): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.toWellFormed() : undefined;
};

/** The text in a column; nothing where it is missing, null or blank. */
export const textAt = (row: RawRow, field: string, path: string | undefined): string | undefined => {
  const value = path === undefined ? undefined : valueAt(row.values, path);
  if (value === undefined || value === null) return undefined;
  const text = asText(value);
  if (text === undefined) throw wrongField(row, field, path!, value, 'text');
  return text.trim() === '' ? undefined : text;
};

/** A value that a table may hold as JSON in a cell. */
export const unpacked = (value: Json): Json => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
};

/** The texts in a column: a list, a list in a cell, or one text. */
export const textsAt = (row: RawRow, field: string, path: string): readonly string[] => {
  const found = valueAt(row.values, path);
  if (found === undefined || found === null) return [];
  const value = unpacked(found);
  const list: readonly Json[] = Array.isArray(value) ? value : isJsonObject(value) ? [found] : [value];
  return list
    .map((item) => {
      const text = asText(item);
      if (text === undefined) throw wrongField(row, field, path, item, 'text, or a list of texts');
      return text;
    })
    .filter((text) => text.trim() !== '');
};
