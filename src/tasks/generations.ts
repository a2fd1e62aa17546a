import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, type QueryId, queryId } from '../core/index.js';
import { readLines } from '../machine/index.js';
import { emptyFile, idIn, noOddities, readRow, textIn } from './rows.js';

/** A text that a model wrote for a query. */
export interface Generation {
  readonly id: QueryId;
  /** The query's own text when it was written. */
  readonly text: string;
  /** The model's raw output, reasoning included. */
  readonly hyDoc: string;
}

const FILE = 'query_with_hydoc.jsonl';
const SHAPE = '{"id": "…", "text": "…", "hy_doc": "…"}';

/** Reads stored generations. The rows also list the positives of each query (`doc_id`): those are never looked at. */
export const readGenerations = async (file: string): Promise<readonly Generation[]> => {
  const rows = new Map<QueryId, Generation & { readonly line: number }>();
  const oddities = noOddities();
  for await (const lines of readLines(file))
    for (const line of lines) {
      const row = readRow(line, SHAPE, (fields) => ({
        id: queryId(idIn(fields, 'id', line, oddities)),
        text: textIn(fields, 'text', line, oddities),
        hyDoc: textIn(fields, 'hy_doc', line, oddities),
        line: line.line,
      }));
      const first = rows.get(row.id);
      if (first && (first.text !== row.text || first.hyDoc !== row.hyDoc))
        throw new InputError({
          at: { file, line: line.line },
          found: `query "${row.id}" with other texts than in line ${first.line}`,
          expected: 'one generation per query',
          fix: 'delete one of the two lines',
        });
      if (!first) rows.set(row.id, row);
    }
  if (rows.size === 0) throw emptyFile(file, SHAPE);
  return [...rows.values()].map(({ id, text, hyDoc }) => ({ id, text, hyDoc }));
};

/**
 * Where a task keeps the generations of a method and model. The reference's folders are spelled with hyphens, the
 * hub's configs with underscores: the latter is taken when only it is there.
 */
export const generationsPath = (folder: string, method: string, llm: string): string => {
  const files = generationFiles(method, llm).flatMap((name) => [
    join(folder, name),
    join(folder, `${name}.gz`),
  ]);
  return files.find((path) => existsSync(path)) ?? files[0]!;
};

/** The names, in a task's folder or hub repository, that the generations of a method and model may have. */
export const generationFiles = (method: string, llm: string): readonly [string, ...string[]] => {
  for (const name of [method, llm])
    if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name))
      throw new InputError({
        found: `"${name}"`,
        expected: 'the name of a method or model, as hyde or qwen-7b',
      });
  const underscored = llm.replaceAll('-', '_');
  return [
    `${method}/${llm}/${FILE}`,
    `${method}/${underscored}/${FILE}`,
    `${method.replaceAll('-', '_')}/${underscored}/${FILE}`,
  ];
};

/** The method and model, as `hyde/gpt4`, whose generations a file in a task's folder holds. */
export const generationsOfFile = (file: string): string | undefined => {
  const [method, llm, name, ...deeper] = file.split('/');
  const named = [method, llm].every((part) => /^\w[\w.-]*$/.test(part ?? ''));
  return named && name === FILE && deeper.length === 0 ? `${method}/${llm}` : undefined;
};
