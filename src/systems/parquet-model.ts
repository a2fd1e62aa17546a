import { InputError, type Task } from '../core/index.js';
import { sha256 } from '../node/index.js';
import { type GivenVectors, mustShare } from '../retrieval/index.js';
import { readVectorFolder, type VectorTable } from '../tasks/index.js';

/** Vectors that were made elsewhere for a task, from Parquet files of a folder or its subfolder named after the task. */
export const parquetVectors = async (given: string, task: Task): Promise<GivenVectors> => {
  const { folder: from, documents, queries } = await readVectorFolder(given, task);
  if (documents.columns !== queries.columns)
    throw new InputError({
      at: { file: from },
      found: `document vectors of ${documents.columns} numbers and query vectors of ${queries.columns}`,
      expected: 'the same',
      fix: 'make both with one model',
    });
  const queryTexts = new Map(task.queries.map(({ id, text }) => [id as string, text]));
  mustShare(from, 'query', queries.ids, [...queryTexts.keys()]);
  const spec = { embedder: 'parquet', documents: hashOf(documents), queries: hashOf(queries) };
  return { from, spec, documents, queries, queryTexts };
};

/** Of ids and numbers as 32-bit floats. */
const hashOf = ({ ids, data }: VectorTable): string =>
  sha256(sha256(JSON.stringify(ids)) + sha256(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
