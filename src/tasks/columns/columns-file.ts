import { join } from 'node:path';
import { z } from 'zod';
import { defined, InputError } from '../../core/index.js';
import { readYaml, tellingIssue } from '../../platform/formats/index.js';
import { readTextFile } from '../../platform/node/index.js';
import { PARTS } from '../formats/index.js';
import { COLUMN_FIELDS, type Columns, type PartColumns } from './columns.js';

/** A file next to the data that says what `--columns` would say. */
export const COLUMNS_FILE = 'columns.yaml';

const schema = () => {
  const Name = z.string().min(1);
  const Names = z.union([Name.transform((name) => [name]), z.array(Name).min(1)]);
  const parts = PARTS.map((part) => {
    const fields = Object.entries(COLUMN_FIELDS[part]).map(
      ([field, kind]) =>
        [field, (kind === 'several' ? Names : Name.transform((name) => [name])).optional()] as const,
    );
    return [part, z.strictObject({ file: Name, ...Object.fromEntries(fields) }).optional()] as const;
  });
  return z.strictObject(Object.fromEntries(parts));
};

/** What `columns.yaml` of a folder says. */
export const readColumnsFile = async (folder: string): Promise<Columns> => {
  const path = join(folder, COLUMNS_FILE);
  const { value, placeOf } = await readYaml(await readTextFile(path), path);
  const refused = (at: readonly (string | number)[], found: string): InputError =>
    new InputError({
      at: placeOf(at),
      found,
      expected: 'corpus, queries and judgements, each with a file and columns',
      fix: 'write it as in "Which file is which" of docs/guides/tasks.md',
    });
  const { success, data, error } = schema().safeParse(value);
  if (!success) {
    const { path: at, message } = tellingIssue(error.issues);
    throw refused(at as (string | number)[], `${at.map(String).join('.') || COLUMNS_FILE}: ${message}`);
  }
  const columns = PARTS.map((part): readonly [string, PartColumns | undefined] => {
    const said = data[part] as
      | ({ readonly file: string } & Record<string, string | readonly string[]>)
      | undefined;
    if (!said) return [part, undefined];
    const { file, ...fields } = said;
    const names = Object.entries(defined(fields)).map(
      ([field, each]) => [field, each as readonly string[]] as const,
    );
    return [part, { file, columns: new Map(names) }];
  });
  return defined(Object.fromEntries(columns)) as Columns;
};
