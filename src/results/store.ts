import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type Run, trimmedEnd } from '../core/index.js';
import { writeWhole } from '../machine/index.js';
import { QueryResult, type Result, ResultRecord } from '../record/index.js';
import { writeRun } from './runs/index.js';

const RECORD = 'record.json';
const QUERIES = 'queries.jsonl';
const RUN = 'run.trec';

/** Where a result stands: `<out>/<system>/<task>/`. */
export const resultFolder = (out: string, system: string, task: string): string =>
  join(out, system, fileSafe(task));

/** The run file of a result. */
export const runFile = (folder: string): string => join(folder, RUN);

/** The record comes last: a folder with a record is complete. */
export const writeResult = async (folder: string, { record, queries }: Result, run: Run): Promise<void> => {
  await writeRun(join(folder, RUN), run, record.system);
  await writeWhole(
    join(folder, QUERIES),
    queries.map((row) => `${JSON.stringify(row)}\n`),
  );
  await writeWhole(join(folder, RECORD), [`${JSON.stringify(record, null, 2)}\n`]);
};

/** The result in a folder, or undefined where none is. */
export const readResult = async (folder: string): Promise<Result | undefined> => {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const record = parseAs(ResultRecord, text, join(folder, RECORD));
  const lines = (await readFile(join(folder, QUERIES), 'utf8')).split('\n').filter(Boolean);
  const queries = lines.map((line, i) => parseAs(QueryResult, line, join(folder, QUERIES), i + 1));
  return { record, queries };
};

/** Every result below a folder, in the order of their paths. */
export const readResults = async (out: string): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const system of await folders(out))
    for (const task of await folders(join(out, system))) {
      const result = await readResult(join(out, system, task));
      if (result) results.push(result);
    }
  return results;
};

const folders = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
};

const parseAs = <T>(schema: { parse(value: unknown): T }, text: string, file: string, line?: number): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new InputError(
      {
        at: line === undefined ? { file } : { file, line },
        found: 'a result that cannot be read',
        expected: 'a file written by this version of r2med',
        fix: 'run again with --overwrite, or move the folder away',
      },
      { cause: error },
    );
  }
};

/** A name as one path component: characters that file systems dislike become %XX, so distinct names stay distinct. */
export const fileSafe = (name: string): string =>
  escapedEnd(name.replace(/[^\p{L}\p{N}._ -]|^\.+/gu, escaped)) || '%';

/** Dots and spaces at the end, which some file systems drop. */
const escapedEnd = (name: string): string => {
  const rest = trimmedEnd(name, /[. ]/);
  return rest + escaped(name.slice(rest.length));
};

const escaped = (characters: string): string =>
  [...Buffer.from(characters)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
