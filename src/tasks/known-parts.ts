import {
  type Corpus,
  type DocId,
  type Document,
  InputError,
  type Judgements,
  listed,
  type QueryId,
  remark,
  type Task,
} from '../core/index.js';
import type { GradeRule } from '../platform/formats/index.js';
import { isBeirHeader } from '../platform/formats/index.js';
import { readLines } from '../platform/node/index.js';
import { candidatesOf } from './candidates.js';
import type { TaskFolder } from './folder.js';
import { fileHash, listHash } from './folder-files.js';
import { type FolderFormat, folderFormats } from './formats/index.js';
import { fileKind } from './raw/file-kind.js';
import { checkCorpus, fileCorpus, readDocuments } from './read-corpus.js';
import { type JudgementFile, judgementsFrom, readJudgements } from './read-judgements.js';
import { type QueryFile, readQueries } from './read-queries.js';
import { type DataWarnings, separatorOf } from './rows.js';
import { tableFits } from './table-rows.js';

/** What the files of a folder are, as a task needs it. */
export interface FolderParts {
  readonly format: string;
  readonly split?: string;
  readonly otherSplit?: boolean;
  readonly corpus: Corpus;
  readonly contentHash: string;
  readonly queryFile: QueryFile;
  readonly judgements: Judgements;
  readonly judgementsFile?: string;
  /** How the corpus is read through once, and what it is called. */
  readonly counted: {
    readonly name: string;
    documents(warnings: DataWarnings): AsyncIterable<readonly Document[]>;
  };
  readonly notes: readonly string[];
  readonly candidates: Pick<Task, 'candidateConfigs' | 'candidates'>;
}

/** How many documents leave rankings. */
export const exclusionNotes = ({ excluded }: QueryFile, file: string): readonly string[] =>
  remark(
    [...excluded.values()].reduce((sum, ids) => sum + ids.size, 0),
    'document is',
    'documents are',
    'excluded for a query, and leave its ranking before it is cut and scored',
    file,
  );

/** Reads a folder of a known format. */
export const knownParts = async (
  folder: string,
  found: TaskFolder,
  rule: GradeRule,
): Promise<FolderParts> => {
  const format: FolderFormat = folderFormats[found.format];
  const queryFile = await readQueries(found.queries, format);
  const judgementFile = await judgementsOf(folder, found, format, queryFile, rule);
  await checkCorpus(found.corpus.path, format);
  const hashes = await Promise.all(
    [found.corpus, found.queries, ...(found.judgements ? [found.judgements] : [])].map(async (file) => ({
      file,
      hash: await fileHash(file.path),
    })),
  );
  const { judgements } = judgementFile;
  return {
    format: found.format,
    ...(found.split !== undefined && { split: found.split }),
    otherSplit: found.otherSplit ?? false,
    corpus: await fileCorpus(found.corpus, found.format, hashes[0]!.hash),
    contentHash: listHash(hashes),
    queryFile,
    judgements,
    ...(found.judgements && { judgementsFile: found.judgements.path }),
    counted: {
      name: found.corpus.name,
      documents: (warnings) => readDocuments(found.corpus.path, format, warnings),
    },
    notes: [
      ...found.notes,
      ...queryFile.notes,
      ...judgementFile.notes,
      ...disagreement(found, format, queryFile.positives, judgements),
      ...exclusionNotes(queryFile, found.queries.name),
    ],
    candidates: found.format === 'nano' ? await candidatesOf(folder, found.split) : {},
  };
};

/** Whether files that have the names of a format have its fields too. What cannot be read has an error of its own. */
export const hasFields = async ({ format, corpus, queries, judgements }: TaskFolder): Promise<boolean> => {
  const { id } = folderFormats[format].fields;
  for (const { path } of [corpus, queries]) if (!(await hasRows(path, [id, 'text']))) return false;
  return !judgements || !(await hasOtherHeadings(judgements.path));
};

const hasRows = async (path: string, fields: readonly string[]): Promise<boolean> => {
  const separator = separatorOf(path);
  try {
    if (separator) return await tableFits(path, separator, fields);
    for await (const lines of path.endsWith('.parquet') ? [] : readLines(path))
      return lines.some(({ text }) => {
        const row: unknown = JSON.parse(text);
        return fields.every((field) => Object.hasOwn(row as object, field));
      });
    return true;
  } catch {
    return true;
  }
};

const hasOtherHeadings = async (path: string): Promise<boolean> => {
  if (!separatorOf(path)) return false;
  try {
    const kind = await fileKind(path);
    if (kind?.kind !== 'delimited' || !kind.header) return false;
    for await (const [first] of readLines(path)) return !isBeirHeader(first!.text);
    return false;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
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
