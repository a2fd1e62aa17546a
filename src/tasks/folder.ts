import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { InputError, listed } from '../core/index.js';
import { cannotRead, readError } from '../platform/node/index.js';
import {
  type FormatMatch,
  type FoundFile,
  judgedSplitsOf,
  missingParts,
  present,
  SPLIT,
  splitOfJudgements,
  splitsOf,
} from './folder-files.js';
import { type FolderFormat, type FolderFormatName, folderFormats, PARTS } from './formats/index.js';
import { noneFits, noSuchSplit, severalFit, severalSplits } from './unrecognised-folder.js';

/** A folder that was recognised as a task. */
export interface TaskFolder {
  readonly format: FolderFormatName;
  /** Of a format whose folders may hold several tasks, or several files of judgements. */
  readonly split?: string;
  /** Whether the split was named and is not the one whose judgements would be read without a name. */
  readonly otherSplit?: true;
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
  const judged = judgedSplitsOf(names);
  if (wanted !== undefined && !splits.includes(wanted) && !judged.includes(wanted))
    throw noSuchSplit(folder, wanted, splits.length > 0 ? splits : judged);
  const split = wanted ?? (splits.length === 1 ? splits[0] : undefined);
  /** A split of all parts is one task; of splits of judgements all are looked for, the preferred one first. */
  const splitsFor = (files: FolderFormat['files']): readonly string[] => {
    if (wanted !== undefined) return [wanted];
    if (!hasSplits(files)) return judged;
    return split === undefined ? [] : [split];
  };
  const fits = Object.entries(folderFormats)
    .filter(
      ([, { files }]) =>
        wanted === undefined || (hasSplits(files) ? splits : judgedIn(files, judged)).includes(wanted),
    )
    .map(([format, { files }]) => ({
      format: format as FolderFormatName,
      files: {
        corpus: present(folder, names, named(files.corpus, splitsFor(files))),
        queries: present(folder, names, named(files.queries, splitsFor(files))),
        judgements: present(folder, names, named(judgementsOf(files, wanted), splitsFor(files))),
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
    ...splitOf(fit, split),
    ...(fit.format !== 'nano' && wanted !== undefined && wanted !== judged[0] && { otherSplit: true }),
    corpus: fit.files.corpus[0]!,
    queries: fit.files.queries[0]!,
    judgements: fit.files.judgements[0],
    notes: PARTS.flatMap((part) => leftOut(folder, fit.files[part])),
  };
};

const hasSplits = ({ corpus }: FolderFormat['files']): boolean => corpus[0].includes(SPLIT);

/** The splits of a format whose judgements alone have any. */
const judgedIn = ({ judgements }: FolderFormat['files'], splits: readonly string[]): readonly string[] =>
  judgements.some((name) => name.includes(SPLIT)) ? splits : [];

/** Of a split that was named, nothing but its own file is wanted. */
const judgementsOf = ({ judgements }: FolderFormat['files'], wanted: string | undefined) =>
  wanted === undefined ? judgements : judgements.filter((name) => name.includes(SPLIT));

const named = (files: readonly string[], splits: readonly string[]): readonly string[] =>
  files.flatMap((name) =>
    name.includes(SPLIT) ? splits.map((split) => name.replace(SPLIT, () => split)) : [name],
  );

const splitOf = ({ format, files }: FormatMatch, split: string | undefined): Pick<TaskFolder, 'split'> => {
  if (hasSplits(folderFormats[format].files)) return split === undefined ? {} : { split };
  const judged = splitOfJudgements(files.judgements[0]?.name ?? '');
  return judged === undefined ? {} : { split: judged };
};

/** Names in the folder and, with their path, in the subfolders that formats use. */
const namesIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const top = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    const found = { ENOENT: 'no such folder', ENOTDIR: 'this is a file' }[cause.code ?? ''];
    if (!found) throw readError(folder, cause);
    const fix =
      'name the folder that holds corpus, queries and judgements; docs/guides/tasks.md lists the formats';
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

const judgedInQueries = (fit: FormatMatch): boolean => {
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
  const stats = await stat(path).catch(cannotRead(path));
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
