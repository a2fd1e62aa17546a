import {
  type DenseEmbedder,
  documentIds,
  fullText,
  InputError,
  type Role,
  rangeOf,
  type Shard,
  type Task,
  type Tools,
} from '../../core/index.js';
import { openRetriever } from '../../models/embedders/index.js';
import {
  claimFolder,
  partName,
  partState,
  partsToMake,
  sha256,
  type VectorManifest,
  type VectorPart,
  vectorParts,
  writePart,
} from '../../platform/node/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import { exportVectors } from '../../search/retrieval/index.js';
import { modelContext } from './model-context.js';
import type { SystemContext } from './system-context.js';
import { settingsOf } from './vector-settings.js';

/** How a task is embedded. */
export interface EmbedTaskOptions {
  /** Folder of the parts. */
  readonly folder: string;
  /** The whole by default. */
  readonly shard?: Shard;
  /** Vectors in one file. The same in every process that writes into the folder. */
  readonly rowsPerPart?: number;
}

/** What became of the parts of a shard. */
export interface EmbeddedTask {
  readonly task: string;
  readonly folder: string;
  readonly parts: number;
  readonly made: number;
  /** Ids whose text could not be embedded. */
  readonly failed: readonly string[];
}

const ROWS_PER_PART = 8192;
/** Parts whose texts are held at once: each group costs one reading of the corpus. */
const PARTS_AT_ONCE = 8;

/** An open dense model, by the text of a retriever: `bge`, `module:embed.mjs`. */
export const openDense = async (text: string, context: SystemContext) => {
  const [stage, ...more] = parseStages(text);
  if (!stage || more.length > 0)
    throw new InputError({
      found: `"${text}"`,
      expected: 'one model, as bge',
      fix: 'name one model: r2med models lists them',
    });
  const settings = settingsOf(stage, context.model ?? {});
  const opened = await openRetriever(
    stage.name,
    { ...context.model, ...settings },
    modelContext(stage.name, context),
  );
  if (opened.kind === 'dense') return opened;
  await (opened.kind === 'search' ? opened.searcher : opened.embedder).close();
  throw new InputError({
    found: `${text}, which is a ${opened.kind === 'search' ? 'search system' : `${opened.kind} model`}`,
    expected: 'a dense model, with one vector for each text',
    fix: 'name a dense model: r2med models lists them',
  });
};

/**
 * Writes the vectors of a task's documents and queries to a folder, in parts of as many rows each. Any number of processes on any number of machines
 * may write to it at once; parts that are there and whole are not made again. `npy:FOLDER` reads it.
 */
export const embedTask = async (
  { embedder, name }: { readonly embedder: DenseEmbedder; readonly name: string },
  task: Task,
  { folder, shard = { index: 1, count: 1 }, rowsPerPart = ROWS_PER_PART }: EmbedTaskOptions,
  tools: Tools,
): Promise<EmbeddedTask> => {
  const ids = {
    documents: [...(await documentIds(task.corpus))],
    queries: task.queries.map(({ id }) => id as string),
  };
  const manifest: VectorManifest = {
    version: 1,
    model: name,
    embedder: embedder.spec,
    task: { name: task.name, contentHash: task.contentHash },
    rowsPerPart,
    documents: { count: ids.documents.length, ids: sha256(JSON.stringify(ids.documents)) },
    queries: { count: ids.queries.length, ids: sha256(JSON.stringify(ids.queries)) },
  };
  await claimFolder(folder, manifest);
  const all = vectorParts(manifest);
  const { first, end } = rangeOf(all.length, shard);
  const mine = all.slice(first, end);
  const stateOf = (part: VectorPart) => partState(folder, manifest, part);
  const missing: VectorPart[] = [];
  for (const part of mine) {
    const state = await stateOf(part);
    if (state === 'damaged') tools.note(`${folder}: ${partName(part)} is damaged; making it again`);
    if (state !== 'done') missing.push(part);
  }
  const failed: string[] = [];
  let made = 0;
  const texts = partTexts(task, ids);
  const progress = tools.progress(`${task.name}: parts of vectors`, missing.length);
  const queue = { folder, parts: missing, stateOf, helps: !embedder.paid, signal: tools.signal };
  try {
    for await (const { part, later } of partsToMake(queue)) {
      tools.signal.throwIfAborted();
      const role: Role = part.side === 'documents' ? 'document' : 'query';
      const vectors = await exportVectors({ embedder, role, texts: await texts(part, later) }, tools);
      await writePart(folder, manifest, part, vectors);
      failed.push(...vectors.failed);
      made += 1;
      progress.advance();
    }
  } finally {
    progress.done();
  }
  return { task: task.name, folder, parts: mine.length, made, failed };
};

/** The texts of a part; those of the next parts are read with it. Of a repeated id the last counts. */
const partTexts = (
  { corpus, queries }: Task,
  ids: Readonly<Record<VectorPart['side'], readonly string[]>>,
) => {
  const questions = new Map(queries.map(({ id, text }) => [id as string, text]));
  let documents = new Map<string, string>();
  return async (part: VectorPart, later: readonly VectorPart[]): Promise<ReadonlyMap<string, string>> => {
    const idsOf = ({ side, first, end }: VectorPart) => ids[side].slice(first, end);
    const own = idsOf(part);
    const isRead = (): boolean => part.side === 'queries' || documents.has(own[0]!);
    if (!isRead()) {
      const next = later.filter(({ side }) => side === 'documents').slice(0, PARTS_AT_ONCE - 1);
      const wanted = new Set([part, ...next].flatMap(idsOf));
      documents = new Map();
      for await (const rows of corpus.rows())
        for (const row of rows) if (wanted.has(row.id)) documents.set(row.id, fullText(row));
    }
    return new Map(own.map((id) => [id, (part.side === 'queries' ? questions : documents).get(id)!]));
  };
};
