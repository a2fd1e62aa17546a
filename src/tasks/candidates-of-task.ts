import { type Corpus, type DocId, InputError, type QueryId, type Task } from '../core/index.js';

/** The ids of all documents. */
export const documentIds = async (corpus: Corpus): Promise<ReadonlySet<DocId>> => {
  const ids = new Set<DocId>();
  for await (const rows of corpus.rows()) for (const { id } of rows) ids.add(id);
  return ids;
};

/** Lists of another task would score 0 without a word. */
export const mustBeOfTask = (
  lists: ReadonlyMap<QueryId, readonly DocId[]>,
  { name, queries }: Pick<Task, 'name' | 'queries'>,
  documents: ReadonlySet<DocId>,
  called: string,
): void => {
  const known = new Set(queries.map(({ id }) => id));
  const strange = [...lists.keys()].find((query) => !known.has(query));
  const missing = [...lists.values()].flat().find((id) => !documents.has(id));
  if (strange === undefined && missing === undefined) return;
  const what = strange === undefined ? `document "${missing}"` : `query "${strange}"`;
  throw new InputError({
    found: `${called}: ${what}, which ${name} does not have`,
    expected: 'candidate lists of the same task',
    fix: 'fetch or copy the folder again',
  });
};
