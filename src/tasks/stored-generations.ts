import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  commandLine,
  defined,
  InputError,
  nearest,
  type QueryId,
  shortened,
  type Task,
  WorkError,
} from '../core/index.js';
import { isFile } from '../platform/node/index.js';
import { fileHash } from './folder-files.js';
import {
  type GenerationRecord,
  generationsPath,
  mustBeAsWritten,
  readGenerationRecord,
  readGenerationRows,
  type StoredRow,
} from './generations.js';

/** The texts a model wrote for a task's queries, read from a file. */
export interface StoredGenerations {
  /** Raw outputs by query id. */
  readonly texts: ReadonlyMap<QueryId, readonly string[]>;
  readonly source: string;
  readonly hash: string;
  /** Whether a seal says that they are as they were written; texts of others have none. */
  readonly sealed: boolean;
  /** How they were written, for texts of this tool. */
  readonly record?: GenerationRecord;
  /** What is unusual about them, for the person who waits. */
  readonly note?: string;
}

/**
 * Finds and reads stored generations: in the task's own folder, where `fetch` puts the published ones (`from` absent or
 * `published`), in another folder of the same layout with or without a level per task, or in a file. Texts of another task
 * are refused. `known`: LLMs that may be meant where there are no texts.
 */
export const storedGenerations = async (
  task: Task,
  method: string,
  llm: string,
  from = 'published',
  known: readonly string[] = [],
): Promise<StoredGenerations> => {
  const candidates = await candidateFiles(task, method, llm, from);
  for (const file of candidates) {
    if (!(await isFile(file))) continue;
    const rows = await readGenerationRows(file);
    const record = await readGenerationRecord(dirname(file));
    mustBeAsWritten(file, rows, record);
    const published = from === 'published' && task.suite === 'r2med';
    const note = checkSameQueries(task, file, rows, record, published);
    return {
      texts: new Map(rows.map(({ id, hyDocs }) => [id, hyDocs])),
      source: file,
      hash: await fileHash(file),
      sealed: record?.seal !== undefined,
      ...defined({ record, note }),
    };
  }
  const others = task.folder ? await generationsIn(task.folder) : [];
  const near = nearest(`${method}/${llm}`, [...others, ...known.map((name) => `${method}/${name}`)]);
  throw new WorkError(
    `no texts of ${method} by ${llm} for ${task.name}: looked for ${candidates.join(' and ') || 'a task folder'}` +
      (others.length ? `; there are ${others.join(', ')}` : ''),
    (near && near !== `${method}/${llm}` ? `did you mean ${near.replace('/', '(')})? Otherwise ` : '') +
      (from === 'published' && task.suite === 'r2med'
        ? commandLine('fetch', '--task', task.name, '--generations', near ?? `${method}/${llm}`)
        : 'give their file or folder with --generations') +
      ', or let the LLM write them: --generations new, or r2med generate',
  );
};

const candidateFiles = async (task: Task, method: string, llm: string, from: string) => {
  if (from === 'published') return task.folder ? [generationsPath(task.folder, method, llm)] : [];
  if (await isFile(from)) return [from];
  return [generationsPath(join(from, task.name), method, llm), generationsPath(from, method, llm)];
};

/** What a task folder holds, as `method/llm`. */
export const generationsIn = async (folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const method of await subfolders(folder))
    for (const llm of await subfolders(join(folder, method)))
      if (await isFile(generationsPath(folder, method, llm))) found.push(`${method}/${llm}`);
  return found;
};

const subfolders = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => /^\w[\w.-]*$/.test(name))
    .sort();

/**
 * Refuses texts that were not written for the queries of this task: ids that it does not have, queries with other words, and
 * texts whose writer read other documents. Returns what a person should know of texts that may be used.
 */
const checkSameQueries = (
  task: Task,
  file: string,
  rows: readonly StoredRow[],
  record: GenerationRecord | undefined,
  published: boolean,
): string | undefined => {
  const texts = new Map(task.queries.map(({ id, text }) => [id, text]));
  const foreign = rows.filter(({ id }) => !texts.has(id));
  const reworded = rows.filter(({ id, text }) => texts.has(id) && words(texts.get(id)!) !== words(text));
  const found = [
    ...(foreign.length > 0
      ? [
          `${foreign.length} of ${rows.length} ids that are not queries of ${task.name}, first "${foreign[0]!.id}"`,
        ]
      : []),
    ...(reworded.length > 0
      ? [
          `${reworded.length} of ${rows.length} queries with other texts than in ${task.name}, first "${reworded[0]!.id}": ` +
            `"${beginning(reworded[0]!.text)}" instead of "${beginning(texts.get(reworded[0]!.id)!)}"`,
        ]
      : []),
  ].join('; ');
  // What came from the hub with the task itself differs by its publisher: it is said rather than refused.
  if (found && published) return `${file}: ${found}; used as published`;
  const { line } = [...foreign, ...reworded].reduce<{ line?: number }>(
    (first, row) => (row.line < (first.line ?? Number.POSITIVE_INFINITY) ? row : first),
    {},
  );
  if (found)
    throw new InputError({
      at: { file, ...(line !== undefined && { line }) },
      found,
      expected: `texts that were generated for the queries of ${task.name}`,
      fix: `give the texts of ${task.name} with --generations, or write them with r2med generate`,
    });
  if (!record || record.task.contentHash === task.contentHash) return undefined;
  if (readDocuments(record))
    throw new InputError({
      at: { file },
      found: `texts of ${record.method} for another version of ${task.name}: its writer read other documents`,
      expected: `task content ${task.contentHash}, not ${record.task.contentHash}`,
      fix: 'write them again with r2med generate --overwrite: answers to the same prompts are cached',
    });
  return `${file}: written for another version of ${task.name} with the same queries`;
};

/** Whether what was written depends on the task's own documents. */
const readDocuments = ({ writer }: GenerationRecord): boolean =>
  'retriever' in writer && (writer.corpus === undefined || writer.corpus === 'task');

/** Line ends and runs of spaces are changed by tools on the way. */
const words = (text: string): string => text.normalize('NFC').split(/\s+/).filter(Boolean).join(' ');

const BEGINNING = 60;

const beginning = (text: string): string => shortened(words(text), BEGINNING);
