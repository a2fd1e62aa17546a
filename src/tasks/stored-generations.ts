import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defined, type QueryId, type Task, WorkError } from '../core/index.js';
import { isFile } from '../platform/node/index.js';
import { fileHash } from './file-hash.js';
import { type GenerationRecord, readGenerationRecord } from './generation-record.js';
import { generationsPath, readGenerationRows } from './generations.js';
import { checkSameQueries } from './same-queries.js';

/** The texts a model wrote for a task's queries, read from a file. */
export interface StoredGenerations {
  /** Raw outputs by query id. */
  readonly texts: ReadonlyMap<QueryId, readonly string[]>;
  readonly source: string;
  readonly hash: string;
  /** How they were written, for texts of this tool. */
  readonly record?: GenerationRecord;
  /** What is unusual about them, for the person who waits. */
  readonly note?: string;
}

/**
 * Finds and reads stored generations: in the task's own folder, where `fetch` puts the published ones (`from` absent or
 * `published`), in another folder of the same layout with or without a level per task, or in a file. Texts of another task
 * are refused.
 */
export const storedGenerations = async (
  task: Task,
  method: string,
  llm: string,
  from = 'published',
): Promise<StoredGenerations> => {
  const candidates = await candidateFiles(task, method, llm, from);
  for (const file of candidates) {
    if (!(await isFile(file))) continue;
    const rows = await readGenerationRows(file);
    const record = await readGenerationRecord(dirname(file));
    const published = from === 'published' && task.suite === 'r2med';
    const note = checkSameQueries(task, { file, rows, record, published });
    return {
      texts: new Map(rows.map(({ id, hyDocs }) => [id, hyDocs])),
      source: file,
      hash: await fileHash(file),
      ...defined({ record, note }),
    };
  }
  const others = task.folder ? await generationsIn(task.folder) : [];
  throw new WorkError(
    `no texts of ${method} by ${llm} for ${task.name}: looked for ${candidates.join(' and ') || 'a task folder'}` +
      (others.length ? `; there are ${others.join(', ')}` : ''),
    from === 'published' && task.suite === 'r2med'
      ? `r2med fetch --task ${task.name} --generations ${method}/${llm}`
      : 'give their file or folder with --generations, or write them with r2med generate',
  );
};

const candidateFiles = async (
  task: Task,
  method: string,
  llm: string,
  from: string,
): Promise<readonly string[]> => {
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
