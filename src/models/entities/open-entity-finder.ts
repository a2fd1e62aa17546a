import { basename } from 'node:path';
import { byPrefix, type EntityFinder, InputError, type Tools } from '../../core/index.js';
import { callLimits, openCommandEntities } from '../custom/index.js';
import { onnxRuntime, openOnnxEntities } from '../onnx/index.js';
import { type BackendContext, folderOf, isHubId } from '../registry/index.js';
import { openServedEntities } from './open-served-entities.js';

export interface EntityContext extends Pick<BackendContext, 'ensureModel'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tools: Pick<Tools, 'note' | 'signal'>;
}

type Open = (rest: string, context: EntityContext) => Promise<EntityFinder>;

const onnx: Open = async (where, context) => {
  await onnxRuntime();
  const finder = await openOnnxEntities({ folder: await folderOf(where, context) });
  return { ...finder, name: `onnx-${basename(where)}` };
};

const PREFIXES: Readonly<Record<string, Open>> = {
  onnx,
  command: (line, { env, tools: { note, signal } }) =>
    openCommandEntities(line, { note, signal, ...callLimits({}, env) }),
  served: (address, { env, tools: { note, signal } }) => openServedEntities(address, { env, note, signal }),
};

/** Opens a model that finds names: `command:"…"`, `served:URL`, `onnx:FOLDER`, or a hub id, whose ONNX files are fetched. */
export const openEntityFinder: Open = async (name, context) => {
  const prefixed = byPrefix(PREFIXES, name);
  if (prefixed) return prefixed.entry(prefixed.rest, context);
  if (isHubId(name)) return { ...(await onnx(name, context)), name };
  throw new InputError({
    found: `--ner ${name}`,
    expected: 'command:"…", served:URL, onnx:FOLDER or the hub id of a token classifier',
    fix: 'write for example --ner onnx:FOLDER',
  });
};
