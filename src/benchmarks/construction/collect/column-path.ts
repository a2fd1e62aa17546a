import { InputError, isJsonObject, type Json, type JsonObject, own } from '../../../core/index.js';
import type { MappingFile } from './mapping.js';
import type { RawRow } from './raw-rows.js';

/**
 * The value of a row at a path such as `meta.id` or `answers.0.text`; undefined where there is none. A column whose own name holds the dots comes
 * first.
 */
export const valueAt = (row: JsonObject, path: string): Json | undefined => {
  const whole = own(row, path);
  if (whole !== undefined) return whole;
  let value: Json | undefined = row;
  for (const part of path.split('.')) {
    if (Array.isArray(value))
      value = /^\d{1,9}$/.test(part) ? (value as readonly Json[])[Number(part)] : undefined;
    else value = isJsonObject(value) ? own(value, part) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
};

/** The paths that a row has, nested ones too: what an error lists. */
export const pathsOf = (row: JsonObject): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return [name];
    return [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)];
  });

const pathsIn = ({ mapping: { fields } }: MappingFile): readonly (readonly [field: string, path: string])[] =>
  Object.entries(fields).flatMap(([field, where]) => {
    const paths = typeof where === 'object' && !Array.isArray(where) ? Object.values(where) : [where].flat();
    return paths.flatMap((path) => (typeof path === 'string' ? [[field, path] as const] : []));
  });

/** Sees every row of a mapping; a column that none of them has is misspelt, and not just empty. */
export const knownColumns = (mapping: MappingFile): { see(row: RawRow): void; check(): void } => {
  const missing = new Map(pathsIn(mapping).map(([field, path]) => [path, field]));
  let seen: RawRow | undefined;
  return {
    see: (row) => {
      seen ??= row;
      for (const path of missing.keys()) if (valueAt(row.values, path) !== undefined) missing.delete(path);
    },
    check: () => {
      const [first] = missing;
      if (!seen || !first) return;
      const [path, field] = first;
      throw new InputError({
        at: { file: mapping.file },
        found: `${field}: no column "${path}" in ${seen.at.file}`,
        expected: `one of ${pathsOf(seen.values).join(', ')}`,
        fix: 'name a column that is there, or leave the field out',
      });
    },
  };
};
