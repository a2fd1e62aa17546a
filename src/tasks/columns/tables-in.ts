import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodePoint, groupBy, LIMITS } from '../../core/index.js';
import { cannotRead } from '../../platform/node/index.js';
import { hasRole } from './headings.js';

/** Files that are one table: a file, or several that are its parts. */
export interface FoundTable {
  /** As `--columns` names it, from the folder of the data. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Where its name has one: `dev.small` of `queries.dev.small.tsv`. */
  readonly split?: string;
  /** Its name without the split: tables of one family are the same part of a task. */
  readonly family: string;
}

const DATA = /\.(?:jsonl?|ndjson|csv|tsv|tab|txt|md|xml|sgml?|parquet|qrels|topics|trec)(?:\.gz)?$/i;
/** Names that are never data, whatever their end. */
const OTHER = /^(?:readme|licen[cs]e|citation|changelog|notice|dataset_infos|query_with_hydoc|\.)/i;
/** How the hub numbers the parts of a split. */
const PART = /-\d{5}-of-\d{5}(?:-[0-9a-f]{16})?$/;
const SPLIT_WORD = /(?:^|[._-])(train|dev|test|validation|valid|val|eval)(?=$|[._-])/i;
/** Whether a file may hold data, by its name. */
export const isDataName = (name: string): boolean =>
  !OTHER.test(name) && (DATA.test(name) || !name.includes('.'));

/** Files of a folder and below that may hold data, from the folder. What a run left there is none. */
export const dataFiles = async (folder: string, below = '', depth = 0): Promise<readonly string[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(cannotRead(folder));
  if (entries.some(({ name }) => name === 'record.json')) return [];
  const names = entries.map(({ name }) => name).sort(byCodePoint);
  const kinds = new Map(entries.map((entry) => [entry.name, entry]));
  const found: string[] = [];
  for (const name of names) {
    if (OTHER.test(name)) continue;
    const path = below ? `${below}/${name}` : name;
    const entry = kinds.get(name)!;
    const linked = entry.isSymbolicLink() ? await stat(join(folder, path)).catch(() => undefined) : entry;
    if (linked?.isDirectory() && depth < LIMITS.folderLevels.most)
      found.push(...(await dataFiles(folder, path, depth + 1)));
    else if (linked?.isFile() && isDataName(name)) found.push(path);
  }
  return found;
};

interface NamedFile {
  readonly path: string;
  /** The folders above it, `` at the top. */
  readonly folder: string;
  readonly stem: string;
  readonly end: string;
  readonly numbered: boolean;
}

const named = (path: string): NamedFile => {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const name = path.slice(folder === '' ? 0 : folder.length + 1);
  const end = DATA.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - end.length);
  return { path, folder, stem: stem.replace(PART, ''), end, numbered: PART.test(stem) };
};

/** The tables that files are, in the order of their first file. */
export const tablesOf = (folder: string, paths: readonly string[]): readonly FoundTable[] => {
  const files = paths.map(named);
  const folders = new Map(
    [...groupBy(files, ({ stem }) => stem)].map(([stem, all]) => [
      stem,
      new Set(all.map((each) => each.folder)).size,
    ]),
  );
  /** A name that the hub numbers, or that several folders have, is that of a split. */
  const splitOf = ({ stem, folder: above, numbered }: NamedFile): { split?: string; family: string } => {
    const word = SPLIT_WORD.exec(stem);
    if (word) {
      const at = word.index + (word[0].length - word[1]!.length);
      return { split: stem.slice(at), family: `${above}/${stem.slice(0, word.index)}` };
    }
    const shared = above !== '' && !hasRole(stem) && (numbered || folders.get(stem)! > 1);
    return shared ? { split: stem, family: `${above}/` } : { family: `${above}/${stem}` };
  };
  const grouped = groupBy(
    files.map((file) => ({ file, ...splitOf(file) })),
    ({ file, split, family }) => {
      const [top = ''] = file.folder.split('/');
      // Below the top, names that say nothing are those of parts.
      const parts = top !== '' && split === undefined && !hasRole(file.stem);
      return parts ? `${top}/*${file.end}` : `${family.replace(/\d+/g, '#')}${file.end} ${split ?? ''}`;
    },
  );
  return [...grouped.values()].map((group): FoundTable => {
    const [first] = group;
    const all = group.map(({ file }) => file.path);
    return {
      name: nameOf(all, paths),
      paths: all.map((path) => join(folder, path)),
      ...(first!.split !== undefined && { split: first!.split }),
      family: group.length > 1 && first!.split === undefined ? nameOf(all, paths) : first!.family,
    };
  });
};

/** One file by its path; several by their folder if they are all of it, else by what their names share. */
const nameOf = (group: readonly string[], all: readonly string[]): string => {
  const [first = ''] = group;
  if (group.length === 1) return first;
  const top = first.slice(0, first.indexOf('/'));
  if (top && all.filter((path) => path.startsWith(`${top}/`)).length === group.length) return top;
  const pattern = first.replace(/\d+/g, '*');
  return group.every((path) => matches(path, pattern)) ? pattern : group.join(' ');
};

/** Whether a path fits a name with `*`, each for any characters. */
export const matches = (path: string, pattern: string): boolean => {
  const [head = '', ...rest] = pattern.split('*');
  if (!path.startsWith(head)) return false;
  if (rest.length === 0) return path === head;
  let at = head.length;
  for (const [i, part] of rest.entries()) {
    const found = i === rest.length - 1 ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
};
