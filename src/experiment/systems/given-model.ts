import {
  byPrefix,
  type DenseEmbedder,
  documentsById,
  fullText,
  InputError,
  type Task,
  type Tools,
} from '../../core/index.js';
import { MODEL_SETTINGS, type ModelSettings } from '../../models/embedders/index.js';
import { readUsedSettings } from '../../models/registry/index.js';
import {
  isThere,
  openParts,
  openVectorFile,
  readManifest,
  readRows,
  type VectorRowsFile,
  vectorHash,
  writeVectorFile,
} from '../../platform/node/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import { exportVectors, type GivenVectors, mustShare } from '../../search/retrieval/index.js';
import { openVectorFolder } from '../../tasks/index.js';

/** Reads vectors that were made elsewhere for a task, from a folder or its subfolder named after the task. */
type VectorFiles = (folder: string, task: Task) => Promise<VectorSides>;

/** Every kind by the prefix of a name: `npy:FOLDER`. */
export const vectorFiles = {
  npy: (folder, task) => npyVectors(folder, task),
  parquet: (folder, task) => parquetVectors(folder, task),
} as const satisfies Record<string, VectorFiles>;

const filesOf = (name: string) => byPrefix<VectorFiles>(vectorFiles, name);

/** Whether a name leads to vectors that were made elsewhere. */
export const isGiven = (name: string): boolean => filesOf(name) !== undefined;

/** What a stage's brackets say of such vectors. */
export const givenSettings = ({ name, named }: StageText): ModelSettings =>
  readUsedSettings(MODEL_SETTINGS, { by: `${prefixOf(name)}:`, names: ['similarity'] }, named);

/** What systems are called that search vectors of files: after the folder. */
export const givenName = (name: string): string =>
  `${prefixOf(name)}-${filesOf(name)!.rest.split(/[\\/]/).filter(Boolean).at(-1)}`;

/** The vectors that a name leads to, for a task. */
export const vectorsGiven = async (name: string, task: Task): Promise<GivenVectors> => {
  const { entry, rest } = filesOf(name)!;
  return givenFor(prefixOf(name), await entry(rest, task), task);
};

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':'));

type Side = 'documents' | 'queries';

/** `documents.npy` with `documents.json`, its ids in order, and the same for queries: what numpy writes and reads. */
const files = (folder: string, side: Side) => [`${folder}/${side}.npy`, `${folder}/${side}.json`] as const;

const FILES = [...files('', 'documents'), ...files('', 'queries')];
/** What says that a folder holds parts instead. */
const PARTS = '/vectors.json';

/** From `.npy` files. */
const npyVectors: VectorFiles = async (folder, task) => {
  const from = await folderOf(folder, task);
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

/** From Parquet files. */
const parquetVectors: VectorFiles = async (given, task) => {
  const { folder, documents, queries } = await openVectorFolder(given, task);
  return { from: folder, queriesFrom: folder, documents, queries };
};

/** Vectors of the documents and queries of a task that were found in files. */
interface VectorSides {
  readonly from: string;
  /** The file, or folder, that says whose the vectors of queries are. */
  readonly queriesFrom: string;
  readonly documents: VectorRowsFile;
  readonly queries: VectorRowsFile;
}

/** The vectors as a retriever takes them, once both sides are of one size and of this task. */
const givenFor = async (
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
  // Documents may be too many to hold: the search decides.
  return { from, spec, documents, queries: await readRows(queries), queryTexts };
};
