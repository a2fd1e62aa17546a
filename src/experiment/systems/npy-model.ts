import {
  type DenseEmbedder,
  documentsById,
  fullText,
  InputError,
  type Task,
  type Tools,
} from '../../core/index.js';
import {
  isThere,
  openParts,
  openVectorFile,
  readManifest,
  type VectorRowsFile,
  writeVectorFile,
} from '../../platform/node/index.js';
import { exportVectors } from '../../search/retrieval/index.js';
import type { VectorSides } from './vector-sides.js';

type Side = 'documents' | 'queries';

/** `documents.npy` with `documents.json`, its ids in order, and the same for queries: what numpy writes and reads. */
const files = (folder: string, side: Side) => [`${folder}/${side}.npy`, `${folder}/${side}.json`] as const;

const FILES = [...files('', 'documents'), ...files('', 'queries')];
/** What says that a folder holds parts instead. */
const PARTS = '/vectors.json';

const NPY = 'npy:';

/** What systems are called after the folder of `npy:FOLDER`. */
export const npyName = (name: string): string => `npy-${name.split(/[\\/]/).filter(Boolean).at(-1)}`;

/** Vectors that were made elsewhere for a task, from a folder of `.npy` files or its subfolder named after the task. */
export const npyVectors = async (name: string, task: Task): Promise<VectorSides> => {
  const from = await folderOf(name.slice(NPY.length), task);
  return { from, queriesFrom: files(from, 'queries')[1], ...(await vectorsIn(from)) };
};

/** Both sides of a folder: of one file each, or of the parts that `r2med embed` writes. */
const vectorsIn = async (folder: string) => {
  const manifest = await readManifest(folder);
  const open = (side: Side): Promise<VectorRowsFile> =>
    manifest ? openParts(folder, manifest, side) : openVectorFile(...files(folder, side));
  return { documents: await open('documents'), queries: await open('queries') };
};

/** The task's own folder where it has any of the files, so that one that is broken is reported as itself. */
const folderOf = async (folder: string, { name }: Task): Promise<string> => {
  const own = `${folder}/${name}`;
  const has = async (where: string): Promise<boolean> =>
    (await Promise.all([...FILES, PARTS].map((file) => isThere(where + file)))).some(Boolean);
  if (await has(own)) return own;
  if (await has(folder)) return folder;
  throw new InputError({
    at: { file: folder },
    found: `neither ${own}/documents.npy nor ${folder}/documents.npy`,
    expected: `${FILES.map((file) => file.slice(1)).join(', ')} in one of the two folders`,
    fix: 'write them with numpy, with r2med embed, or with r2med run --save-vectors FOLDER',
  });
};

/** Writes a task's vectors as `.npy` files with their ids, made where there are none yet. */
export const saveVectors = async (
  embedder: DenseEmbedder,
  task: Task,
  folder: string,
  tools: Tools,
): Promise<void> => {
  const { documents, queries } = await textsOf(task);
  for (const [side, role, texts] of [
    ['documents', 'document', documents],
    ['queries', 'query', queries],
  ] as const) {
    const { failed, ...vectors } = await exportVectors({ embedder, role, texts }, tools);
    if (failed.length > 0) tools.note(`${task.name}: ${failed.length} ${side} without a vector are left out`);
    await writeVectorFile(...files(folder, side), vectors);
  }
};

const textsOf = async (task: Task) => ({
  documents: new Map(
    [...(await documentsById(task.corpus))].map(([id, row]) => [id as string, fullText(row)]),
  ),
  queries: new Map(task.queries.map(({ id, text }) => [id as string, text])),
});
