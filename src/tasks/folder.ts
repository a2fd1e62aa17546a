import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { InputError } from '../core/index.js';
import { readError } from '../machine/index.js';
import { type Fit, type FoundFile, missingParts, present } from './fit.js';
import { type FolderFormat, type FolderFormatName, folderFormats, PARTS } from './formats/index.js';
import { SPLIT, splitsOf } from './splits.js';
import { noneFits, noSuchSplit, severalFit, severalSplits } from './unrecognised-folder.js';
import { listed } from './wording.js';

/** A folder that was recognised as a task. */
export interface TaskFolder {
  readonly format: FolderFormatName;
  /** Of a format whose folders may hold several tasks. */
  readonly split?: string;
  readonly corpus: FoundFile;
  readonly queries: FoundFile;
  /** Absent where the query file may hold the judgements. */
  readonly judgements: FoundFile | undefined;
  /** Files that could have been used and were not. */
  readonly notes: readonly string[];
}

/** Finds out what kind of folder this is, by the names in it; `wanted` is one of its splits. */
export const recognise = async (folder: string, wanted?: string): Promise<TaskFolder> => {
  const names = await namesIn(folder);
  const splits = splitsOf(names);
  if (wanted !== undefined && !splits.includes(wanted)) throw noSuchSplit(folder, wanted, splits);
  const split = wanted ?? (splits.length === 1 ? splits[0] : undefined);
  const fits = Object.entries(folderFormats)
    .filter(([, { files }]) => wanted === undefined || hasSplits(files))
    .map(([format, { files }]) => ({
      format: format as FolderFormatName,
      files: {
        corpus: present(folder, names, named(files.corpus, split)),
        queries: present(folder, names, named(files.queries, split)),
        judgements: present(folder, names, named(files.judgements, split)),
      },
    }));
  const complete = fits.filter((fit) => missingParts(fit).length === 0);
  if (complete.length > 1) throw severalFit(folder, complete);
  const fit = complete[0] ?? fits.find(judgedInQueries);
  if (!fit && splits.length > 1) throw severalSplits(folder, splits);
  if (!fit) throw noneFits(folder, [...names], fits, await taskFoldersIn(folder, [...names]));
  const chosen = PARTS.flatMap((part) => fit.files[part].slice(0, 1));
  await Promise.all(chosen.map(({ path }) => mustBeFile(path)));
  return {
    format: fit.format,
    ...(split !== undefined && hasSplits(folderFormats[fit.format].files) && { split }),
    corpus: fit.files.corpus[0]!,
    queries: fit.files.queries[0]!,
    judgements: fit.files.judgements[0],
    notes: PARTS.flatMap((part) => leftOut(folder, fit.files[part])),
  };
};

const hasSplits = ({ corpus }: FolderFormat['files']): boolean => corpus[0].includes(SPLIT);

const named = (files: readonly string[], split: string | undefined): readonly string[] =>
  split === undefined ? files : files.map((name) => name.replace(SPLIT, split));

/** Names in the folder and, with their path, in the subfolders that formats use. */
const namesIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const top = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    const found = { ENOENT: 'no such folder', ENOTDIR: 'this is a file' }[cause.code ?? ''];
    if (!found) throw readError(folder, cause);
    const fix = 'name the folder that holds corpus, queries and judgements; docs/tasks.md lists the formats';
    throw new InputError({ at: { file: folder }, found, expected: 'a task folder', fix }, { cause });
  });
  const allFiles = Object.values(folderFormats).flatMap(({ files }) => Object.values(files).flat());
  const subfolders = [...new Set(allFiles.map(dirname))].filter((name) => name !== '.' && top.includes(name));
  const below = await Promise.all(
    subfolders.map(async (name) =>
      (await readdir(join(folder, name)).catch(() => [])).map((file) => `${name}/${file}`),
    ),
  );
  return new Set([...top, ...below.flat()]);
};

const judgedInQueries = (fit: Fit): boolean => {
  const format: FolderFormat = folderFormats[fit.format];
  return format.fields.positives !== undefined && missingParts(fit).join() === 'judgements';
};

const leftOut = (folder: string, [chosen, ...others]: readonly FoundFile[]): readonly string[] => {
  const nameOf = ({ path }: FoundFile) => relative(folder, path);
  return chosen && others.length > 0
    ? [
        `${nameOf(chosen)} is read; ${listed(others.map(nameOf))} beside it ${others.length > 1 ? 'are' : 'is'} not.`,
      ]
    : [];
};

const mustBeFile = async (path: string): Promise<void> => {
  const stats = await stat(path).catch((cause: unknown) => {
    throw readError(path, cause);
  });
  if (!stats.isFile())
    throw new InputError({
      at: { file: path },
      found: stats.isDirectory() ? 'a folder' : 'neither a file nor a folder',
      expected: 'a file',
      fix: 'put the file itself there',
    });
};

/** Folders one level below that hold a corpus: what is meant when the parent of a task was given. */
const taskFoldersIn = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  const corpora = Object.values(folderFormats).flatMap(({ files }) => files.corpus);
  const holding = names.map(async (name) => {
    const inside = new Set(await readdir(join(folder, name)).catch(() => []));
    return present('', inside, corpora).length > 0 ? [name] : [];
  });
  return (await Promise.all(holding)).flat().sort();
};
