import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { InputError } from '../../core/index.js';
import { exportedFrom, openOnnx, openOnnxLate, openOnnxSparse } from '../onnx/index.js';
import {
  type Kind,
  type OwnEmbedder,
  openCommand,
  openModule,
  timeoutIn,
  type VectorOf,
} from '../own/index.js';
import { modelRows } from '../rows/index.js';
import { openServed } from '../served/index.js';
import { parseServed, sameModelAs } from '../service/index.js';
import type { ModelPlace, ModelSettings, OpenModel } from './model-choice.js';
import { byRole } from './row-settings.js';

type Opener = (rest: string, settings: ModelSettings, place: ModelPlace) => Promise<OpenModel>;

/** Opens a folder or a hub id; what the settings do not say comes from the model's own files. */
const onnx: Opener = async (where, settings, place) => {
  const folder = await folderOf(where, place);
  noteEntry(where, folder, place);
  const { pooling, normalise, maxTokens, precision, threads, similarity = 'cosine' } = settings;
  const tokens = {
    ...(maxTokens && { maxTokens: byRole(() => maxTokens) }),
    ...(precision && { precision }),
    ...(threads && { threads }),
  };
  const name = `onnx-${basename(where)}`;
  switch (settings.kind ?? 'dense') {
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
const noteEntry = (where: string, folder: string, { tools }: ModelPlace): void => {
  const exported = exportedFrom(folder);
  const row = Object.values(modelRows()).find(({ model }) => model === where || model === exported);
  if (row)
    tools.note(
      `onnx:${where} is ${row.model}: its instructions, pooling, limits and similarity in the registry are not used; ` +
        `--retriever ${row.name} --model-folder ${folder} uses them`,
    );
};

export const folderOf = async (where: string, place: Pick<ModelPlace, 'bring'>): Promise<string> => {
  if (existsSync(where)) return resolve(where);
  if (/^[\w.-]+\/[\w.-]+$/.test(where)) return place.bring({ repository: where });
  throw new InputError({
    found: `no folder ${where}`,
    expected: 'a folder with an ONNX model, or a hub id such as BAAI/bge-small-en-v1.5',
  });
};

const served: Opener = async (
  address,
  { maxTokens, normalise, concurrency, budget, similarity = 'cosine', sameAs },
  { env },
) => {
  const { endpoints, model } = parseServed(address);
  const embedder = await openServed({
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

/** Asks someone's own code for vectors of the kind wanted. */
const own = async (
  open: <K extends Kind>(kind: K) => Promise<OwnEmbedder<VectorOf[K]>>,
  { kind = 'dense', similarity }: ModelSettings,
): Promise<OpenModel> => {
  switch (kind) {
    case 'dense': {
      const embedder = await open(kind);
      return { name: embedder.name, kind, embedder, similarity: similarity ?? embedder.similarity };
    }
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

/** The user's time limit, under the name that the setting has. */
const limit = <Name extends string>(
  name: Name,
  env: ModelPlace['env'],
): { readonly [N in Name]?: number } => {
  const timeout = timeoutIn(env);
  return timeout === undefined ? {} : ({ [name]: timeout } as { readonly [N in Name]: number });
};

/** Models outside the table, by how they are reached: `onnx:FOLDER`, `served:URL#model`, `module:FILE`, `command:"…"`. */
export const OUTSIDE = {
  onnx,
  served,
  module: (file, settings, { env, tools: { note } }) =>
    own((kind) => openModule(file, { kind, note, ...limit('timeout', env) }), settings),
  command: (line, settings, { env, tools: { note, signal } }) =>
    own(
      (kind) =>
        openCommand(line.replace(/^"(.*)"$/s, '$1'), { kind, note, signal, ...limit('silence', env) }),
      settings,
    ),
} as const satisfies Record<string, Opener>;
