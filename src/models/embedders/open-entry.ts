import { defined, filePrecision, WorkError } from '../../core/index.js';
import { identityOfEntry } from '../../platform/api-client/index.js';
import { onnxRuntime, openOnnx, openOnnxLate, openOnnxSparse } from '../onnx/index.js';
import { hubFiles, type LocalFiles, noBackend } from '../registry/index.js';
import { type EmbeddingApiSettings, openEmbeddingApi } from './api/index.js';
import { batching } from './batching.js';
import { denseSettings, entryLimits, entryPrompts, lateSettings, sparseSettings } from './entry-settings.js';
import type { ModelContext, ModelSettings, OpenModel } from './model-choice.js';
import { type ModelEntry, publishedEntry } from './model-entries.js';
import { openPython } from './open-python.js';

/**
 * Opens an entry of `data/models.json` by the first back end that is available: servers given, a Python given, a folder given, a
 * service whose key is set, files of the hub.
 */
export const openEntry = async (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): Promise<OpenModel> => {
  const chosen = context.asPublished ? publishedEntry(entry) : entry;
  if (settings.endpoints?.length) return served(chosen, settings, context, 'openai');
  const { python } = settings;
  if (python)
    return {
      name: entry.name,
      kind: 'dense',
      embedder: await openPython(chosen, { ...settings, python }, context),
      similarity: similarityOf(chosen, settings),
    };
  if (settings.folder) return local(chosen, settings, context, { folder: settings.folder });
  const service = entry.backends.find((backend) => backend.via === 'service');
  if (service) return served(chosen, settings, context, service.dialect);
  for (const backend of entry.backends)
    if (backend.via === 'onnx' && 'file' in backend) {
      await onnxRuntime();
      return local(chosen, settings, context, await hubFiles(entry, backend, context));
    }
  throw await noBackend(entry, context, '--endpoint URL, --model-folder FOLDER or --python PROGRAM');
};

const served = async (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
  dialect: EmbeddingApiSettings['dialect'],
): Promise<OpenModel> => {
  if (entry.kind !== 'dense')
    throw new WorkError(`${entry.name} is a ${entry.kind} model, which servers of embeddings do not speak`);
  const { endpoints, concurrency, budget } = settings;
  const embedder = await openEmbeddingApi({
    ...batching(entry.name, settings, context),
    dialect,
    model: entry.model,
    identity: identityOfEntry(entry),
    prompts: entryPrompts(entry, settings, context),
    maxTokens: entryLimits(entry, settings),
    ...(entry.eos?.rule === 'append' && {
      endToken: { token: entry.eos.token!, startTokens: entry.eos.startTokens! },
    }),
    normalise: settings.normalise ?? entry.normalized === true,
    asJson: entry.input === 'json',
    // A service that reads the role from the text is not told it.
    ...(dialect !== 'openai' && entry.prompts.query.inputType === undefined && { tellRole: false }),
    ...defined({ endpoints, concurrency, budget, usdPerMillionTokens: entry.price?.usdPerMillionTokens }),
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
  const { name, kind, queryModel, model } = entry;
  const input = <Settings>(of: (...from: [ModelEntry, ModelSettings, ModelContext]) => Settings) => ({
    folder:
      queryModel && queryModel !== model
        ? { query: `${folder}/query`, document: `${folder}/document` }
        : folder,
    settings: {
      ...of(entry, settings, context),
      ...(file && !filePrecision(settings.precision) && { file }),
    },
    ...defined({ identity }),
  });
  switch (kind) {
    case 'dense': {
      const embedder = await openOnnx(input(denseSettings));
      return { name, kind, embedder, similarity: similarityOf(entry, settings) };
    }
    case 'sparse':
      return { name, kind, embedder: await openOnnxSparse(input(sparseSettings)) };
    case 'late':
      return { name, kind, embedder: await openOnnxLate(input(lateSettings)) };
  }
};

const similarityOf = ({ similarity }: ModelEntry, settings: ModelSettings): 'cosine' | 'dot' =>
  settings.similarity ?? (similarity === 'dot' ? 'dot' : 'cosine');
