import { WorkError } from '../../core/index.js';
import { identityOfEntry } from '../../platform/api-client/index.js';
import { type Folders, openOnnx, openOnnxLate, openOnnxSparse } from '../onnx/index.js';
import { type EmbeddingApiSettings, openEmbeddingApi } from './api/index.js';
import { denseSettings, entryPrompts, lateSettings, rowLimits, sparseSettings } from './entry-settings.js';
import type { ModelContext, ModelSettings, OpenModel } from './model-choice.js';
import { openPython } from './open-python.js';
import {
  hubFiles,
  type LocalFiles,
  type ModelEntry,
  noBackend,
  publishedEntry,
  readiness,
} from './registry/index.js';

/**
 * Opens an entry of `data/models.json` by the first back end that is available: servers given, a folder given, a Python given, a
 * service whose key is set, files of the hub.
 */
export const openEntry = async (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): Promise<OpenModel> => {
  const chosen = context.asPublished ? publishedEntry(entry) : entry;
  if (settings.endpoints?.length) return served(chosen, settings, context, 'openai');
  if (settings.folder) return local(chosen, settings, context, { folder: settings.folder });
  if (settings.python)
    return {
      name: entry.name,
      kind: 'dense',
      embedder: await openPython(chosen, settings, context, settings.python),
      similarity: similarityOf(chosen, settings),
    };
  const service = entry.backends.find((backend) => backend.via === 'service');
  if (service) return served(chosen, settings, context, service.dialect);
  for (const backend of entry.backends)
    if (backend.via === 'onnx' && 'file' in backend)
      return local(chosen, settings, context, await hubFiles(entry, backend, context));
  const ways = await readiness(entry, context);
  throw noBackend(entry, ways, '--endpoint URL, --model-folder FOLDER or --python PROGRAM');
};

const served = async (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
  dialect: EmbeddingApiSettings['dialect'],
): Promise<OpenModel> => {
  if (entry.kind !== 'dense')
    throw new WorkError(`${entry.name} is a ${entry.kind} model, which servers of embeddings do not speak`);
  const embedder = await openEmbeddingApi({
    dialect,
    model: entry.model,
    identity: identityOfEntry(entry),
    ...(settings.endpoints && { endpoints: settings.endpoints }),
    prompts: entryPrompts(entry, context),
    maxTokens: rowLimits(entry, settings),
    ...(entry.eos?.rule === 'append' && {
      endToken: { token: entry.eos.token!, startTokens: entry.eos.startTokens! },
    }),
    normalise: settings.normalise ?? entry.normalized === true,
    asJson: entry.input === 'json',
    ...(settings.concurrency && { concurrency: settings.concurrency }),
    ...(settings.budget && { budget: settings.budget }),
    ...(entry.price && { usdPerMillionTokens: entry.price.usdPerMillionTokens }),
    env: context.env,
  });
  return { name: entry.name, kind: 'dense', embedder, similarity: similarityOf(entry, settings) };
};

const local = async (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
  { folder, file, identity }: LocalFiles,
): Promise<OpenModel> => {
  const folders: Folders =
    entry.queryModel && entry.queryModel !== entry.model
      ? { query: `${folder}/query`, document: `${folder}/document` }
      : folder;
  const files = file && !settings.precision ? { file } : {};
  const input = <Settings>(made: Settings) => ({
    folder: folders,
    settings: { ...made, ...files },
    ...(identity && { identity }),
  });
  switch (entry.kind) {
    case 'dense': {
      const embedder = await openOnnx(input(denseSettings(entry, settings, context)));
      return { name: entry.name, kind: 'dense', embedder, similarity: similarityOf(entry, settings) };
    }
    case 'sparse':
      return {
        name: entry.name,
        kind: 'sparse',
        embedder: await openOnnxSparse(input(sparseSettings(entry, settings, context))),
      };
    case 'late':
      return {
        name: entry.name,
        kind: 'late',
        embedder: await openOnnxLate(input(lateSettings(entry, settings, context))),
      };
  }
};

const similarityOf = ({ similarity }: ModelEntry, settings: ModelSettings): 'cosine' | 'dot' =>
  settings.similarity ?? (similarity === 'dot' ? 'dot' : 'cosine');
