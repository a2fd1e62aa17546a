import { InputError } from '../../../core/index.js';
import { pathsOf, type RawRow, valueAt } from '../../../tasks/index.js';
import type { MappingFile } from './mapping.js';

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
      // Columns of a known collection may be absent from older files of it.
      if (!seen || !first || mapping.mapping.like !== undefined) return;
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
