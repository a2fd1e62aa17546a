import { join, posix, sep } from 'node:path';
import { bounded, InputError, nearest, own, staysInside, trimmedEnd } from '../../core/index.js';
import { isFile } from '../../platform/node/index.js';
import { PARTS, type Part } from '../formats/index.js';
import { severalSplits } from '../unrecognised-folder.js';
import { COLUMN_FIELDS, type Columns, columnsText, type PartColumns } from './columns.js';
import { type FoundRoles, findRoles, type Roles } from './find-roles.js';
import { profileTable, type TableProfile, type Unread } from './profile.js';
import { type SplitTables, splitsAmong, tablesOfSplit } from './split-tables.js';
import { dataFiles, type FoundTable, matches, tablesOf } from './tables-in.js';
import { missingParts, unclearFolder } from './unclear-columns.js';

/** The parts of a task that a folder's files are. */
export interface FolderColumns {
  readonly roles: Roles;
  /** Of a folder with several: which one. */
  readonly split?: string;
  readonly otherSplit: boolean;
  readonly notes: readonly string[];
}

/** What was found in a folder, and the splits that its names have. */
export type FoundColumns = { readonly splits: readonly string[] } & (
  | { readonly columns: FolderColumns }
  /** Whether it says more than that files are missing. */
  | { readonly error: InputError; readonly telling: boolean }
);

/** Finds which files of a folder are which part of a task, and which of their columns are what. */
export const findColumns = async (
  folder: string,
  split: string | undefined,
  said: Columns = {},
  files?: readonly string[],
): Promise<FoundColumns> => {
  const paths = files ?? (await dataFiles(folder));
  const named: FoundTable[] = [];
  for (const part of PARTS)
    if (said[part] && !named.some(({ name }) => name === said[part]!.file))
      named.push(await saidTable(folder, paths, part, said[part]));
  const all = [
    ...named,
    ...tablesOf(folder, paths).filter(({ name }) => !named.some((table) => table.name === name)),
  ];
  const ofSplit: SplitTables<FoundTable> = tablesOfSplit(all, split);
  const splits = splitsAmong(all);
  const wanted = PARTS.every((part) => said[part]) ? named : [...new Set([...named, ...ofSplit.tables])];
  const several = wanted === named ? [] : ofSplit.several;
  if (several.length > 1) return { splits, error: severalSplits(folder, several), telling: true };
  const profiles: TableProfile[] = [];
  const unread: Unread[] = [];
  for (const table of wanted) {
    const seen = await profileTable(table, saidNames(table, said));
    if (seen && 'kind' in seen) {
      mustHave(seen, said);
      profiles.push(seen);
    } else if (seen) unread.push(seen);
  }
  const found: FoundRoles = await findRoles(profiles, said);
  if ('unclear' in found) return { splits, error: unclearFolder(folder, found.unclear), telling: true };
  if ('missing' in found)
    return {
      splits,
      error: missingParts(folder, found.missing, profiles, unread),
      telling: unread.length > 0 || profiles.length >= PARTS.length,
    };
  const { roles } = found;
  const guessed = columnsText(roles) !== columnsText(said);
  return {
    splits,
    columns: {
      roles,
      ...(ofSplit.split !== undefined && { split: ofSplit.split }),
      otherSplit: ofSplit.other,
      notes: [
        ...(guessed
          ? [`Read as --columns "${bounded(columnsText(roles))}"; what was not said is guessed.`]
          : []),
        ...ofSplit.notes,
      ],
    },
  };
};

const saidNames = ({ name }: FoundTable, said: Columns): readonly string[] =>
  PARTS.flatMap((part) => (said[part]?.file === name ? [...said[part].columns.values()].flat() : []));

/** The table that a name of `--columns` means: a file, a folder, or several files by `*`. */
const saidTable = async (
  folder: string,
  paths: readonly string[],
  part: Part,
  { file }: PartColumns,
): Promise<FoundTable> => {
  // Paths of a folder are told with slashes on every system.
  const wanted = posix.normalize(trimmedEnd(file.replaceAll(sep, '/'), /\//));
  // What others wrote, next to data or in a record, must not lead out of the folder.
  if (!staysInside(wanted))
    throw new InputError({
      found: `--columns: ${file} as the ${part}, which is outside of ${folder}`,
      expected: 'a file of the folder',
      fix: 'copy or link the file into the folder',
    });
  const found = paths.filter(
    (path) => path === wanted || path.startsWith(`${wanted}/`) || matches(path, wanted),
  );
  if (found.length === 0 && !(await isFile(join(folder, wanted)))) {
    const near = nearest(wanted, paths);
    throw new InputError({
      at: { file: join(folder, wanted) },
      found: `no such file, which --columns names as the ${part}`,
      expected: `one of ${paths.slice(0, SHOWN).join(', ')}${paths.length > SHOWN ? ', …' : ''}`,
      fix: near ? `did you mean ${near}?` : 'name a file from the folder of the data',
    });
  }
  const all = found.length > 0 ? found : [wanted];
  return { name: file, paths: all.map((path) => join(folder, path)), family: file };
};

const SHOWN = 12;

/** A column that was named and is not there is misspelt. Rows of JSON may lack one that need not be there. */
const mustHave = (table: TableProfile, said: Columns): void => {
  const names = table.columns.map(({ name }) => name);
  const sparse = ['json', 'jsonl', 'markup'].includes(table.kind.kind);
  for (const part of PARTS)
    if (said[part]?.file === table.name)
      for (const [field, columns] of said[part].columns)
        for (const column of columns) {
          const optional = sparse && own(COLUMN_FIELDS[part], field) === 'optional';
          if (optional || names.includes(column) || names.includes(column.split('.')[0]!)) continue;
          const near = nearest(column, names);
          throw new InputError({
            at: { file: table.paths[0]! },
            found: `no column "${column}", which --columns names as ${field} of the ${part}`,
            expected: `one of ${names.join(', ')}`,
            fix: near ? `did you mean "${near}"?` : 'name a column that is there',
          });
        }
};
