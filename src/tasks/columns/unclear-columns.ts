import { InputError, listed, shellWord } from '../../core/index.js';
import { PARTS, type Part } from '../formats/index.js';
import { COLUMN_FIELDS, type Columns, columnsText, type PartColumns } from './columns.js';
import type { Role, Roles } from './find-roles.js';
import { shortColumns } from './guess-columns.js';
import { nameSpeaksFor } from './headings.js';
import type { TableProfile, Unread } from './profile.js';

const CALLED: Readonly<Record<Part, string>> = {
  corpus: 'the corpus',
  queries: 'the queries',
  judgements: 'the judgements',
};

/** A folder that can be read in several ways: what is unclear, and a line that says the first of them. */
export const unclearFolder = (folder: string, ways: readonly [Roles, ...Roles[]]): InputError => {
  const [first] = ways;
  const open = PARTS.flatMap((part) => {
    const files = [...new Set(ways.map((way) => way[part].file))];
    return files.length > 1 ? [`${listed(files, 'or')} could be ${CALLED[part]}`] : [];
  });
  const columns = Object.fromEntries(PARTS.map((part) => [part, completed(first[part], part)])) as Columns;
  const { table } = first.judgements;
  return new InputError({
    at: { file: folder },
    found:
      open.length > 0
        ? open.join('; ')
        : `${first.judgements.file} with the columns ${table.columns.map(({ name }) => name).join(', ')}`,
    expected:
      open.length > 0
        ? 'one file for each part of a task'
        : 'columns whose names or ids say which are query, document and grade',
    fix: `say which is which: --columns ${shellWord(columnsText(columns))}`,
  });
};

/** Columns with something for each that is needed, so that the line only has to be corrected. */
const completed = ({ table, file, columns }: Role, part: Part): PartColumns => {
  const used = new Set([...columns.values()].flat());
  const free = [...shortColumns(table), ...table.columns]
    .map(({ name }) => name)
    .filter((name) => !used.has(name));
  const fields = Object.entries(COLUMN_FIELDS[part]).flatMap(([field, kind]) => {
    const known = columns.get(field);
    const needed = kind !== 'optional' || field === 'grade';
    const guess = known ?? (needed && free.length > 0 ? [free.shift()!] : undefined);
    return guess ? [[field, guess] as const] : [];
  });
  return { file, columns: new Map(fields) };
};

/** A folder in which no file could be one of the parts. A file that cannot be read says itself why. */
export const missingParts = (
  folder: string,
  missing: readonly Part[],
  tables: readonly TableProfile[],
  unread: readonly Unread[],
): InputError => {
  const broken =
    unread.find(({ name }) => missing.some((part) => nameSpeaksFor(name, part) > 0)) ?? unread[0];
  if (broken) {
    const fix = broken.error.details.fix ?? 'write the file again, or take it out of the folder';
    return new InputError({ ...broken.error.details, fix }, { cause: broken.error });
  }
  const shown = tables.map(({ name, columns }) => `${name} (${columns.map((each) => each.name).join(', ')})`);
  return new InputError({
    at: { file: folder },
    found: `no file that could be ${listed(missing.map((part) => CALLED[part]))} among ${listed(shown) || 'its files'}`,
    expected: 'a file of documents, one of queries and one of judgements, all with ids',
    fix: 'name its file and columns with --columns; docs/guides/tasks.md has examples',
  });
};
