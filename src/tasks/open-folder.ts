import { basename, resolve } from 'node:path';
import {
  type DocId,
  type JsonObject,
  type Judgements,
  listed,
  type QueryId,
  remark,
  type Task,
  type TaskStatistics,
} from '../core/index.js';
import { ANY_GRADES, type GradeRule, WHOLE_GRADES } from '../platform/formats/index.js';
import { candidatesOf } from './candidates.js';
import { recognise, type TaskFolder } from './folder.js';
import { fileHash, folderAndSplit, listHash } from './folder-files.js';
import { type FolderFormat, folderFormats } from './formats/index.js';
import { checkCorpus, fileCorpus } from './read-corpus.js';
import { type JudgementFile, judgementsFrom, readJudgements } from './read-judgements.js';
import { type QueryFile, readQueries } from './read-queries.js';
import { countTask } from './task-statistics.js';

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
}

/**
 * Opens a folder of any known format as a task; of a folder with several splits, `FOLDER#SPLIT` is one. Queries and
 * judgements are read now, the corpus when requested.
 */
export const openFolder = async (path: string, options: OpenFolderOptions = {}): Promise<Task> => {
  const { folder, split } = folderAndSplit(path);
  const found = await recognise(folder, split);
  const format: FolderFormat = folderFormats[found.format];
  const queryFile = await readQueries(found.queries, format);
  const rule = options.grades === 'any' ? ANY_GRADES : WHOLE_GRADES;
  const judgementFile = await judgementsOf(folder, found, format, queryFile, rule);
  await checkCorpus(found.corpus.path, format);
  const hashes = await Promise.all(
    [found.corpus, found.queries, ...(found.judgements ? [found.judgements] : [])].map(async (file) => ({
      file,
      hash: await fileHash(file.path),
    })),
  );
  const contentHash = listHash(hashes);
  const corpus = await fileCorpus(found.corpus, found.format, hashes[0]!.hash);
  const { queries, labels, positives, excluded } = queryFile;
  const { judgements } = judgementFile;
  const notes = [
    ...found.notes,
    ...queryFile.notes,
    ...judgementFile.notes,
    ...disagreement(found, format, positives, judgements),
    ...remark(
      [...excluded.values()].reduce((sum, ids) => sum + ids.size, 0),
      'document is',
      'documents are',
      'excluded for a query, and leave its ranking before it is cut and scored',
      found.queries.name,
    ),
  ];
  let statistics: Promise<TaskStatistics> | undefined;
  return {
    name: options.name ?? nameOf(folder, found, split),
    suite: options.suite ?? path,
    revision: options.revision ?? contentHash,
    contentHash,
    corpus,
    queries,
    judgements,
    labels,
    ...(excluded.size > 0 && { excluded }),
    statistics: (cache) => {
      const key = { corpus: corpus.key, content: contentHash, grades: options.grades ?? 'whole' };
      statistics ??= countTask({ file: found.corpus, format, key }, queries, judgements, notes, cache);
      return statistics;
    },
    folder,
    ...(found.judgements && { judgementsFile: found.judgements.path }),
    about: options.about ?? {
      format: found.format,
      ...(found.split !== undefined && { split: found.split }),
    },
    ...(await candidatesOf(folder, found)),
  };
};

/**
 * A split that is a task has a separate name. One of several files of judgements is the folder's task, unless it is another than the
 * one that is read by default: the results of both must not have the same name.
 */
const nameOf = (folder: string, { format, otherSplit }: TaskFolder, split: string | undefined): string => {
  const own = basename(resolve(folder));
  if (format === 'nano') return split ?? own;
  return otherSplit ? `${own}-${split}` : own;
};

const judgementsOf = async (
  folder: string,
  found: TaskFolder,
  format: FolderFormat,
  { positives }: QueryFile,
  rule: GradeRule,
): Promise<JudgementFile> =>
  found.judgements
    ? readJudgements(found.judgements, rule)
    : judgementsFrom(positives, {
        folder,
        file: listed(format.files.judgements, 'or'),
        queries: found.queries,
        field: format.fields.positives!,
      });

/** Whether a query file's own lists of positives say what the judgements say. */
const disagreement = (
  { queries, judgements: file }: TaskFolder,
  { fields }: FolderFormat,
  positives: ReadonlyMap<QueryId, readonly DocId[]>,
  judgements: Judgements,
): readonly string[] => {
  const differing = [...positives].filter(([query, ids]) => {
    const grades = [...(judgements.get(query) ?? [])];
    const relevant = new Set(grades.filter(([, grade]) => grade > 0).map(([id]) => id));
    return new Set(ids).size !== relevant.size || ids.some((id) => !relevant.has(id));
  });
  return file
    ? remark(
        differing.length,
        'query differs',
        'queries differ',
        `in "${fields.positives}" from ${file.name}, which decides`,
        queries.name,
      )
    : [];
};
