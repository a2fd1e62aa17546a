import { documentsById, fullText, InputError, type Task, type Tools } from '../core/index.js';
import { readVectorFile, sha256, type VectorFile, writeVectorFile } from '../machine/index.js';
import type { DenseEmbedder, OpenModel, Role } from '../models/index.js';
import { exportVectors } from '../retrieval/index.js';

/** `documents.npy` with `documents.json`, its ids in order, and the same for queries: what numpy writes and reads. */
const files = (folder: string, side: 'documents' | 'queries') =>
  [`${folder}/${side}.npy`, `${folder}/${side}.json`] as const;

/** Vectors that were made elsewhere for a task, from a folder of `.npy` files or its subfolder named after the task. */
export const npyModel = async (folder: string, task: Task): Promise<OpenModel> => {
  const read = async (side: 'documents' | 'queries'): Promise<VectorFile> =>
    readVectorFile(...files(`${folder}/${task.name}`, side)).catch(() =>
      readVectorFile(...files(folder, side)),
    );
  const [documents, queries] = [await read('documents'), await read('queries')];
  if (documents.columns !== queries.columns)
    throw new InputError({
      at: { file: folder },
      found: `document vectors of ${documents.columns} numbers and query vectors of ${queries.columns}`,
      expected: 'the same',
    });
  const { documents: documentTexts, queries: queryTexts } = await textsOf(task);
  const embedder = fromTable({
    document: byText(documents, documentTexts),
    query: byText(queries, queryTexts),
    spec: { embedder: 'npy', documents: hashOf(documents), queries: hashOf(queries) },
  });
  const name = `npy-${folder.split(/[\\/]/).filter(Boolean).at(-1)}`;
  return { name, kind: 'dense', embedder, similarity: 'cosine' };
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

const hashOf = ({ ids, data }: VectorFile): string =>
  sha256(sha256(JSON.stringify(ids)) + sha256(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));

const byText = (
  { ids, columns, data }: VectorFile,
  texts: ReadonlyMap<string, string>,
): Map<string, Float32Array> => {
  const vectors = new Map<string, Float32Array>();
  ids.forEach((id, row) => {
    const text = texts.get(id);
    if (text !== undefined) vectors.set(text, data.subarray(row * columns, (row + 1) * columns));
  });
  return vectors;
};

interface VectorTable {
  readonly document: ReadonlyMap<string, Float32Array>;
  readonly query: ReadonlyMap<string, Float32Array>;
  readonly spec: DenseEmbedder['spec'];
}

const fromTable = ({ document, query, spec }: VectorTable): DenseEmbedder => ({
  spec,
  async *embed(texts, role: Role) {
    const table = role === 'document' ? document : query;
    const found = texts.map((text, place) => ({ place, vector: table.get(text) }));
    yield {
      embedded: found.flatMap(({ place, vector }) => (vector ? [{ place, vector }] : [])),
      failed: found
        .filter(({ vector }) => !vector)
        .map(({ place }) => ({ place, reason: 'the .npy files hold no vector for it' })),
    };
  },
  usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 0, usd: 0 }),
  close: async () => {},
});
