import { basename, join, resolve } from 'node:path';
import type { JsonObject, Task, TaskStatistics } from '../core/index.js';
import { ANY_GRADES, WHOLE_GRADES } from '../platform/formats/index.js';
import { isFile } from '../platform/node/index.js';
import { columnParts } from './columns/column-parts.js';
import { parseColumns } from './columns/columns.js';
import { COLUMNS_FILE, readColumnsFile } from './columns/columns-file.js';
import { findColumns } from './columns/folder-columns.js';
import { isOfSplit } from './columns/split-tables.js';
import { recognise } from './folder.js';
import { folderAndSplit } from './folder-files.js';
import { type FolderParts, hasFields, knownParts } from './known-parts.js';
import { countTask } from './task-statistics.js';
import { noSuchSplit, UnknownFolder } from './unrecognised-folder.js';

/** What a folder does not say of its task. */
export interface OpenFolderOptions {
  /** The folder's own name by default. */
  readonly name?: string;
  /** The folder by default. */
  readonly suite?: string;
  /** The content hash by default: a folder has no other. */
  readonly revision?: string;
  readonly about?: JsonObject;
  /**
   * `any` takes judgements as HAKARI-Bench's builder does: fractions, rows without a grade (relevant), a pair graded twice (the
   * highest counts). Scores are computed from whole grades, which is the default.
   */
  readonly grades?: 'whole' | 'any';
  /** Which files and columns are what, as `--columns` says it; by default what `columns.yaml` says, or what the files show. */
  readonly columns?: string;
  /** The files that belong to the task, from the folder, where it holds others too; all by default. */
  readonly files?: readonly string[];
}

/**
 * Opens a folder as a task: one of a known format, or any files of which one holds documents, one queries and one judgements. Of a
 * folder with several splits, `FOLDER#SPLIT` is one. Queries and judgements are read now, the corpus when requested.
 */
export const openFolder = async (path: string, options: OpenFolderOptions = {}): Promise<Task> => {
  const { folder, split } = folderAndSplit(path);
  const parts = await partsOf(folder, split, options);
  const { corpus, contentHash, queryFile, judgements } = parts;
  const { queries, labels, excluded } = queryFile;
  const { columns } = options;
  let statistics: Promise<TaskStatistics> | undefined;
  return {
    name: options.name ?? nameOf(folder, parts, split),
    suite: options.suite ?? path,
    revision: options.revision ?? contentHash,
    contentHash,
    corpus,
    queries,
    judgements,
    labels,
    ...(excluded.size > 0 && { excluded }),
    ...(columns !== undefined && { columns }),
    statistics: (cache) => {
      const key = { corpus: corpus.key, content: contentHash, grades: options.grades ?? 'whole' };
      statistics ??= countTask({ ...parts.counted, key }, queries, judgements, parts.notes, cache);
      return statistics;
    },
    folder,
    ...(parts.judgementsFile !== undefined && { judgementsFile: parts.judgementsFile }),
    about: options.about ?? {
      format: parts.format,
      ...(parts.split !== undefined && { split: parts.split }),
    },
    ...parts.candidates,
  };
};

/** What was said of the columns decides; then names of a known format, if the files have its fields; then what the files show. */
const partsOf = async (
  folder: string,
  split: string | undefined,
  { columns, grades, files }: OpenFolderOptions,
): Promise<FolderParts> => {
  const rule = grades === 'any' ? ANY_GRADES : WHOLE_GRADES;
  const said =
    columns !== undefined
      ? parseColumns(columns)
      : (await isFile(join(folder, COLUMNS_FILE)))
        ? await readColumnsFile(folder)
        : undefined;
  const named = said ? undefined : await recognise(folder, split).catch(refusal);
  if (named && !(named instanceof UnknownFolder) && (await hasFields(named)))
    return knownParts(folder, named, rule);
  const found = await findColumns(folder, split, said, files);
  if (split !== undefined && !said && !hasSplitOf(found.splits, split))
    throw named instanceof UnknownFolder ? named : noSuchSplit(folder, split, found.splits);
  if ('columns' in found) return columnParts(folder, found.columns, rule);
  if (named instanceof UnknownFolder && !found.telling) throw named;
  if (named && !(named instanceof UnknownFolder)) return knownParts(folder, named, rule);
  throw found.error;
};

const hasSplitOf = (splits: readonly string[], wanted: string): boolean =>
  splits.some((split) => isOfSplit(split, wanted));

const refusal = (error: unknown): UnknownFolder => {
  if (error instanceof UnknownFolder) return error;
  throw error;
};

/**
 * A split that is a task has a separate name. One of several files of judgements is the folder's task, unless it is another than the
 * one that is read by default: the results of both must not have the same name.
 */
const nameOf = (folder: string, { format, otherSplit }: FolderParts, split: string | undefined): string => {
  const own = basename(resolve(folder));
  if (format === 'nano') return split ?? own;
  return otherSplit ? `${own}-${split}` : own;
};
