import { basename } from 'node:path';
import {
  addressesIn,
  defined,
  filePrecision,
  InputError,
  type Role,
  type Searcher,
} from '../../core/index.js';
import { parseServed, sameModelAs, serviceForm, services } from '../../platform/api-client/index.js';
import {
  type CustomEmbedder,
  callLimits,
  type Kind,
  moduleUse,
  openCommand,
  openCommandRetriever,
  openCommandSearch,
  openModule,
  openModuleSearch,
  type VectorOf,
} from '../custom/index.js';
import { openGgufEmbedder } from '../gguf/index.js';
import {
  exportedFrom,
  onnxRuntime,
  openOnnx,
  openOnnxLate,
  openOnnxSparse,
  ownPrompt,
  readPromptFile,
} from '../onnx/index.js';
import { folderOf } from '../registry/index.js';
import { openServedSearch } from '../searchers/index.js';
import { byRole, type DialectName, openEmbeddingApi, openLateApi, openSparseApi } from './api/index.js';
import { batching } from './batching.js';
import type { ModelContext, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { modelEntries } from './model-entries.js';
import { openPython, type PythonEntry } from './open-python.js';
import { givenPrompts, mustBeOnePrompt, mustNameNoPrompt } from './prompt.js';

/** Opens a model outside the registry by what follows the prefix of its name. */
export type OpenUnregistered = (
  rest: string,
  settings: ModelSettings,
  context: ModelContext,
) => Promise<OpenModel | OpenSearcher>;

/** Opens a folder or a hub id; what the settings do not say comes from the model's own files. */
export const onnx: OpenUnregistered = async (where, settings, context) => {
  await onnxRuntime();
  const folder = await folderOf(where, context);
  noteEntry(where, folder, context);
  const { pooling, normalise, maxTokens, precision, threads, promptName } = settings;
  const { similarity = similarityIn(folder) } = settings;
  mustBeOnePrompt(settings);
  const tokens = {
    ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
    ...defined({ precision: filePrecision(precision), threads, promptName }),
    prompts: givenPrompts(settings),
  };
  const name = `onnx-${basename(where)}`;
  switch (embeddingKind(`onnx:${where}`, settings)) {
    case 'dense': {
      const embedder = await openOnnx({
        folder,
        settings: { ...tokens, ...defined({ pooling, normalise }) },
      });
      return { name, kind: 'dense', embedder, similarity };
    }
    case 'sparse':
      return { name, kind: 'sparse', embedder: await openOnnxSparse({ folder, settings: tokens }) };
    case 'late':
      return { name, kind: 'late', embedder: await openOnnxLate({ folder, settings: tokens }) };
  }
};

/** A model of the registry that is opened as a bare folder goes without what the registry says of it. */
const noteEntry = (where: string, folder: string, { tools }: ModelContext): void => {
  const exported = exportedFrom(folder);
  const entry = Object.values(modelEntries()).find(({ model }) => model === where || model === exported);
  if (entry)
    tools.note(
      `onnx:${where} is ${entry.model}: its instructions, pooling, limits and similarity in the registry are not used; ` +
        `--retriever ${entry.name} --model-folder ${folder} uses them`,
    );
};

/** A GGUF file in this process; its own metadata say how token vectors become one. */
export const gguf: OpenUnregistered = async (file, settings) => {
  const { maxTokens, threads, similarity = 'cosine', kind = 'dense' } = settings;
  mustNameNoPrompt(`gguf:${file}`, settings);
  if (kind !== 'dense')
    throw new InputError({
      found: `kind=${kind} for gguf:${file}`,
      expected: 'a dense model',
      fix: 'leave out kind',
    });
  const embedder = await openGgufEmbedder(file, { threads, maxTokens, prompts: givenPrompts(settings) });
  return { name: `gguf-${basename(file).replace(/\.gguf$/i, '')}`, kind, embedder, similarity };
};

export const served: OpenUnregistered = async (address, settings, context) => {
  const { maxTokens, normalise, concurrency, budget, similarity = 'cosine', sameAs } = settings;
  const kind = embeddingKind(`served:${address}`, settings);
  mustNameNoPrompt(`served:${address}`, settings);
  const { endpoints, model } = parseServed(address);
  const given = {
    ...batching(model, { ...settings, endpoints }, context),
    model,
    // The other two kinds are outside of the OpenAI API.
    endpoints: kind === 'dense' ? endpoints : endpoints.map((each) => each.replace(/\/v1$/, '')),
    prompts: givenPrompts(settings),
    ...(sameAs && { identity: sameModelAs(sameAs) }),
    ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
    ...defined({ concurrency, budget }),
    env: context.env,
  };
  const name = `served-${basename(model)}`;
  if (kind === 'sparse') return { name, kind, embedder: await openSparseApi(given) };
  if (kind === 'late') return { name, kind, embedder: await openLateApi(given) };
  const embedder = await openEmbeddingApi({ ...given, dialect: 'openai', ...defined({ normalise }) });
  return { name, kind, embedder, similarity };
};

/**
 * A model of the hub that has no entry, by its id: at the servers, in the folder or in the Python that the user gives, else by its own ONNX
 * files. Systems are called after the id.
 */
export const hub: OpenUnregistered = async (id, settings, context) => {
  const { endpoints, folder, python } = settings;
  if (endpoints?.length)
    return { ...(await served(`${endpoints.join(',')}#${id}`, settings, context)), name: id };
  if (python && !folder) return inPython(id, settings, context, python);
  return { ...(await onnx(folder ?? id, settings, context)), name: id };
};

/** With the prompts and the similarity of its own files, at the commit that they are of. */
const inPython = async (
  id: string,
  settings: ModelSettings,
  context: ModelContext,
  python: string,
): Promise<OpenModel> => {
  if (embeddingKind(id, settings) !== 'dense')
    throw new InputError({
      found: `kind=${settings.kind} for ${id} in Python`,
      expected: 'a dense model',
      fix: 'leave out kind, or serve the model and write served:URL#model',
    });
  mustBeOnePrompt(settings);
  const folder = await context.ensureModel({ repository: id, settingsOnly: true });
  const own = readPromptFile(folder);
  const { promptName, similarity = similarityIn(folder), ...said } = settings;
  const template = (role: Role): string => `${ownPrompt(own, role, promptName)}{text}`;
  const entry: PythonEntry = {
    name: id,
    kind: 'dense',
    model: id,
    revision: basename(folder),
    parameters: null,
    pooling: 'none',
    poolInstruction: true,
    normalized: false,
    similarity,
    numberType: 'that of the checkpoint',
    documentInput: 'text',
    input: 'text',
    prompts: {
      query: { template: template('query') },
      document: { template: template('document') },
      rewriteTakesQueryInstruction: false,
    },
    backends: [{ via: 'python', loader: 'modules', packages: ['sentence-transformers'] }],
    source: 'its own files',
    notes: [],
    unconfirmed: [],
  };
  return {
    name: id,
    kind: 'dense',
    embedder: await openPython(entry, { ...said, python }, context),
    similarity,
  };
};

/** How a folder's own files say that its vectors are compared. */
const similarityIn = (folder: string): 'cosine' | 'dot' =>
  readPromptFile(folder).similarity_fn_name === 'dot' ? 'dot' : 'cosine';

/** A model of a service by its id there, its texts unchanged. What the registry knows of it is not used. */
export const ofService =
  (name: string): OpenUnregistered =>
  async (model, settings, context) => {
    embeddingKind(`${name}:${model}`, settings);
    mustNameNoPrompt(`${name}:${model}`, settings);
    const { maxTokens, normalise, concurrency, budget, similarity = 'cosine' } = settings;
    const service = services()[name]!;
    const form = serviceForm(name, service, context.env);
    const embedder = await openEmbeddingApi({
      ...batching(model, settings, context),
      dialect: service.embeddings as DialectName,
      model,
      service: form,
      // Customers of such a service give their models names of their own.
      ...(service.home === undefined && { identity: { address: form.home } }),
      prompts: givenPrompts(settings),
      ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
      ...defined({ normalise, concurrency, budget }),
      env: context.env,
    });
    return { name: `${name}-${basename(model)}`, kind: 'dense', embedder, similarity };
  };

/** A custom model that embeds. */
const embedding = async (
  kind: Kind,
  open: <K extends Kind>(kind: K) => Promise<CustomEmbedder<VectorOf[K]>>,
  { similarity }: ModelSettings,
): Promise<OpenModel> => {
  if (kind === 'dense') return asDense(await open(kind), similarity);
  const embedder = await open(kind);
  return { name: embedder.name, kind, embedder } as OpenModel;
};

const asDense = (embedder: CustomEmbedder<Float32Array>, similarity = embedder.similarity): OpenModel => ({
  name: embedder.name,
  kind: 'dense',
  embedder,
  similarity,
});

const asSearcher = (searcher: Searcher): OpenSearcher => ({ name: searcher.name, kind: 'search', searcher });

const embeddingKind = (name: string, { kind = 'dense' }: ModelSettings): Kind => {
  if (kind !== 'search') return kind;
  throw new InputError({
    found: `kind=search for ${name}`,
    expected: 'module:FILE or command:"…" that searches, or served-search:URL',
    fix: 'leave out kind=search',
  });
};

export const module: OpenUnregistered = async (file, settings, at) => {
  const context = { note: at.tools.note, ...callLimits(settings, at.env) };
  const kind = settings.kind ?? (await moduleUse(file, context));
  if (kind === 'search') return asSearcher(await openModuleSearch(file, context));
  return embedding(kind, (each) => openModule(file, { kind: each, ...context }), settings);
};

export const command: OpenUnregistered = async (line, settings, at) => {
  const { note, signal } = at.tools;
  const context = { note, signal, ...callLimits(settings, at.env) };
  if (settings.kind === 'search') return asSearcher(await openCommandSearch(line, context));
  if (settings.kind !== undefined)
    return embedding(settings.kind, (kind) => openCommand(line, { kind, ...context }), settings);
  const opened = await openCommandRetriever(line, context);
  return opened.kind === 'search'
    ? asSearcher(opened.searcher)
    : asDense(opened.embedder, settings.similarity);
};

export const servedSearch: OpenUnregistered = async (
  addresses,
  settings,
  { env, tools: { note, signal } },
) => {
  const { batch, timeout, concurrency, kind = 'search' } = settings;
  if (kind !== 'search')
    throw new InputError({
      found: `kind=${kind} for served-search:`,
      expected: 'served:URL#model to embed',
      fix: 'leave out kind',
    });
  const searcher = await openServedSearch({
    endpoints: addressesIn(addresses),
    ...defined({ batchSize: batch, timeoutMs: timeout && timeout * 1000, concurrency }),
    env,
    note,
    signal,
  });
  return asSearcher(searcher);
};
