import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defined, InputError, type Searcher } from '../../core/index.js';
import { parseServed, sameModelAs } from '../../platform/api-client/index.js';
import {
  type CustomEmbedder,
  type Kind,
  moduleUse,
  openCommand,
  openCommandRetriever,
  openCommandSearch,
  openModule,
  openModuleSearch,
  timeoutIn,
  type VectorOf,
} from '../custom/index.js';
import { exportedFrom, openOnnx, openOnnxLate, openOnnxSparse } from '../onnx/index.js';
import { openServedSearch } from '../searchers/index.js';
import { openEmbeddingApi } from './api/index.js';
import { byRole } from './entry-settings.js';
import type {
  ModelContext,
  ModelSettings,
  OpenModel,
  OpenSearcher,
  OpenUnregistered,
} from './model-choice.js';
import { modelEntries } from './registry/index.js';

/** Opens a folder or a hub id; what the settings do not say comes from the model's own files. */
export const onnx: OpenUnregistered = async (where, settings, context) => {
  const folder = await folderOf(where, context);
  noteEntry(where, folder, context);
  const { pooling, normalise, maxTokens, precision, threads, similarity = 'cosine' } = settings;
  const tokens = {
    ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
    ...(precision && { precision }),
    ...(threads && { threads }),
  };
  const name = `onnx-${basename(where)}`;
  switch (embeddingKind(`onnx:${where}`, settings)) {
    case 'dense': {
      const asked = { ...(pooling && { pooling }), ...(normalise !== undefined && { normalise }) };
      const embedder = await openOnnx({ folder, settings: { ...tokens, ...asked } });
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

export const folderOf = async (
  where: string,
  context: Pick<ModelContext, 'ensureModel'>,
): Promise<string> => {
  if (existsSync(where)) return resolve(where);
  if (/^[\w.-]+\/[\w.-]+$/.test(where)) return context.ensureModel({ repository: where });
  throw new InputError({
    found: `no folder ${where}`,
    expected: 'a folder with an ONNX model, or a hub id such as BAAI/bge-small-en-v1.5',
  });
};

export const served: OpenUnregistered = async (address, settings, { env }) => {
  const { maxTokens, normalise, concurrency, budget, similarity = 'cosine', sameAs } = settings;
  embeddingKind(`served:${address}`, settings);
  const { endpoints, model } = parseServed(address);
  const embedder = await openEmbeddingApi({
    dialect: 'openai',
    model,
    endpoints,
    ...(sameAs && { identity: sameModelAs(sameAs) }),
    ...(normalise !== undefined && { normalise }),
    ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
    ...(concurrency && { concurrency }),
    ...(budget && { budget }),
    env,
  });
  return { name: `served-${basename(model)}`, kind: 'dense', embedder, similarity };
};

/** A custom model that embeds. */
const own = async (
  kind: Kind,
  open: <K extends Kind>(kind: K) => Promise<CustomEmbedder<VectorOf[K]>>,
  { similarity }: ModelSettings,
): Promise<OpenModel> => {
  switch (kind) {
    case 'dense':
      return asDense(await open(kind), similarity);
    case 'sparse': {
      const embedder = await open(kind);
      return { name: embedder.name, kind, embedder };
    }
    case 'late': {
      const embedder = await open(kind);
      return { name: embedder.name, kind, embedder };
    }
  }
};

const asDense = (
  embedder: CustomEmbedder<Float32Array>,
  similarity: ModelSettings['similarity'],
): OpenModel => ({
  name: embedder.name,
  kind: 'dense',
  embedder,
  similarity: similarity ?? embedder.similarity,
});

const asSearcher = (searcher: Searcher): OpenSearcher => ({ name: searcher.name, kind: 'search', searcher });

const embeddingKind = (name: string, { kind = 'dense' }: ModelSettings): Kind => {
  if (kind !== 'search') return kind;
  throw new InputError({
    found: `kind=search for ${name}`,
    expected: 'module:FILE or command:"…" that searches, or served-search:URL',
  });
};

/** The settings of a module's or command's calls; the time limit in milliseconds. */
const callSettings = ({ batch, timeout }: ModelSettings, { env, tools: { note } }: ModelContext) => {
  const limit = timeout === undefined ? timeoutIn(env) : timeout * 1000;
  return {
    note,
    ...defined({ batchSize: batch, timeout: limit }),
  };
};

export const module: OpenUnregistered = async (file, settings, at) => {
  const context = callSettings(settings, at);
  const kind = settings.kind ?? (await moduleUse(file, context));
  if (kind === 'search') return asSearcher(await openModuleSearch(file, context));
  return own(kind, (each) => openModule(file, { kind: each, ...context }), settings);
};

export const command: OpenUnregistered = async (line, settings, at) => {
  const context = { ...callSettings(settings, at), signal: at.tools.signal };
  if (settings.kind === 'search') return asSearcher(await openCommandSearch(line, context));
  if (settings.kind !== undefined)
    return own(settings.kind, (kind) => openCommand(line, { kind, ...context }), settings);
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
    throw new InputError({ found: `kind=${kind} for served-search:`, expected: 'served:URL#model to embed' });
  const searcher = await openServedSearch({
    endpoints: addresses.split(','),
    ...(batch !== undefined && { batchSize: batch }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(concurrency !== undefined && { concurrency }),
    env,
    note,
    signal,
  });
  return asSearcher(searcher);
};
