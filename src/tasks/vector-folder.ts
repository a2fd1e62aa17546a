import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type Task } from '../core/index.js';
import { cannotRead, isThere, type VectorRowsFile } from '../platform/node/index.js';
import { openVectorTables } from './vector-tables.js';

/** Vectors of a task's documents and queries, from Parquet files. */
export interface VectorFolder {
  readonly folder: string;
  readonly documents: VectorRowsFile;
  readonly queries: VectorRowsFile;
}

type Side = 'documents' | 'queries';

/** Opens `documents*.parquet` and `queries*.parquet`, one file or several in the order of their names, of a folder or its subfolder named after the task. */
export const openVectorFolder = async (
  given: string,
  { name }: Pick<Task, 'name'>,
): Promise<VectorFolder> => {
  const own = join(given, name);
  for (const folder of [own, given]) {
    const [documents, queries] = [await filesOf(folder, 'documents'), await filesOf(folder, 'queries')];
    if (documents.length + queries.length === 0) continue;
    if (documents.length === 0) throw missing(folder, 'documents');
    if (queries.length === 0) throw missing(folder, 'queries');
    return { folder, documents: await openVectorTables(documents), queries: await openVectorTables(queries) };
  }
  throw new InputError({
    at: { file: given },
    found: `no documents.parquet in ${own} or ${given}`,
    expected: 'documents.parquet and queries.parquet, or several files of each as documents-00001.parquet',
    fix: 'write them with columns id and embedding, for example with pyarrow or pandas',
  });
};

const missing = (folder: string, side: Side): InputError =>
  new InputError({
    at: { file: folder },
    found: `no ${side}*.parquet`,
    expected: 'vectors of documents and of queries',
    fix: `write ${side}.parquet with columns id and embedding`,
  });

const filesOf = async (folder: string, side: Side): Promise<readonly string[]> => {
  if (!(await isThere(folder))) return [];
  const names = await readdir(folder).catch(cannotRead(folder));
  const numbered =
    side === 'documents' ? /^documents(?:[-_.].*)?\.parquet$/ : /^queries(?:[-_.].*)?\.parquet$/;
  return names
    .filter((name) => numbered.test(name))
    .sort()
    .map((name) => join(folder, name));
};
