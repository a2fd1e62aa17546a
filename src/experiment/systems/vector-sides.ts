import { InputError, type Task } from '../../core/index.js';
import { readRows, type VectorRowsFile, vectorHash } from '../../platform/node/index.js';
import { type GivenVectors, mustShare } from '../../search/retrieval/index.js';

/** Vectors of the documents and queries of a task that were found in files. */
export interface VectorSides {
  readonly from: string;
  /** The file, or folder, that says whose the vectors of queries are. */
  readonly queriesFrom: string;
  readonly documents: VectorRowsFile;
  readonly queries: VectorRowsFile;
}

/** The vectors as a retriever takes them, once both sides are of one size and of this task. */
export const givenFor = async (
  embedder: string,
  { from, queriesFrom, documents, queries }: VectorSides,
  task: Task,
): Promise<GivenVectors> => {
  if (documents.columns !== queries.columns)
    throw new InputError({
      at: { file: from },
      found: `document vectors of ${documents.columns} numbers and query vectors of ${queries.columns}`,
      expected: 'the same',
      fix: 'make both with one model',
    });
  const queryTexts = new Map(task.queries.map(({ id, text }) => [id as string, text]));
  mustShare(queriesFrom, 'query', queries.ids, [...queryTexts.keys()]);
  const spec = { embedder, documents: await vectorHash(documents), queries: await vectorHash(queries) };
  // Documents may be too many to hold: whoever searches them decides.
  return { from, spec, documents, queries: await readRows(queries), queryTexts };
};
