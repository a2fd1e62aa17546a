import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type Task } from '../core/index.js';
import { judgementFormat, parseBeirJudgement } from '../formats/index.js';
import { readLines } from '../machine/index.js';
import { folderFormats } from '../tasks/index.js';
import type { JudgedPair } from './judged-pair.js';

/**
 * A task's judgements in the order of their file. An open task keeps them by query, which is the same order unless the
 * file goes back to a query it has left; so a text file is read again.
 */
export const judgedPairs = async (task: Task): Promise<readonly JudgedPair[]> => {
  const byQuery = [...task.judgements].flatMap(([query, grades]) =>
    [...grades].map(([document, grade]): JudgedPair => ({ query, document, grade })),
  );
  const inFile = task.folder === undefined ? undefined : await pairsIn(task.folder);
  // Another file than the task was opened from, or one that has changed since, says nothing about its order.
  return inFile && sameJudgements(task, inFile, byQuery.length) ? inFile : byQuery;
};

const sameJudgements = ({ judgements }: Task, pairs: readonly JudgedPair[], count: number): boolean =>
  pairs.length === count &&
  pairs.every(({ query, document, grade }) => judgements.get(query)?.get(document) === grade);

const pairsIn = async (folder: string): Promise<readonly JudgedPair[] | undefined> => {
  const file = await judgementsFile(folder);
  if (file === undefined) return undefined;
  try {
    return await readPairs(file);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
};

const judgementsFile = async (folder: string): Promise<string | undefined> => {
  const names = Object.values(folderFormats)
    .flatMap(({ files }): readonly string[] => files.judgements)
    .filter((name) => !name.endsWith('.parquet'));
  for (const name of names.flatMap((each) => [each, `${each}.gz`])) {
    const file = join(folder, name);
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  return undefined;
};

const readPairs = async (file: string): Promise<readonly JudgedPair[]> => {
  const pairs = new Map<string, JudgedPair>();
  let format: ReturnType<typeof judgementFormat> | undefined;
  for await (const lines of readLines(file))
    for (const line of lines) {
      if (!format) {
        format = judgementFormat(line.text);
        if (format.header) continue;
      }
      const parse = format.name === 'trec' && /\.tsv(\.gz)?$/.test(file) ? parseBeirJudgement : format.parse;
      const { queryId: query, docId: document, grade } = parse(line.text, line);
      const key = JSON.stringify([query, document]);
      if (!pairs.has(key)) pairs.set(key, { query, document, grade });
    }
  return [...pairs.values()];
};
