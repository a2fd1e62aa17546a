import { byPrefix, InputError } from '../../core/index.js';
import { ggufRuntime } from '../gguf/index.js';
import { onnxRuntime } from '../onnx/index.js';
import { isHubId } from '../registry/index.js';
import type { ModelContext, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { findModelEntry, modelEntry } from './model-entries.js';
import { openEntry } from './open-entry.js';
import { LOCAL, SERVED, UNREGISTERED, type UsedModelSettings, unregisteredModel } from './unregistered.js';

/** Opens the embedder or search system that a retriever's name refers to. The caller closes it. */
export const openRetriever = async (
  name: string,
  settings: ModelSettings,
  context: ModelContext,
): Promise<OpenModel | OpenSearcher> => {
  const unregistered = unregisteredModel(name);
  if (unregistered) return unregistered.entry.open(unregistered.rest, settings, context);
  if (settings.kind === 'search')
    throw new InputError({
      found: `kind=search for ${name}`,
      expected: 'a custom search system',
      fix: 'leave out kind=search',
    });
  return openEntry(modelEntry(name), settings, context);
};

/** Opens a registered or unregistered model. The caller closes its embedder. */
export const openModel = async (
  name: string,
  settings: ModelSettings,
  context: ModelContext,
): Promise<OpenModel> => {
  const opened = await openRetriever(name, settings, context);
  if (opened.kind !== 'search') return opened;
  await opened.searcher.close();
  throw new InputError({
    found: `${name}, which is a search system`,
    expected: 'a model that embeds: vectors are needed here',
    fix: 'name an embedder: r2med models lists them',
  });
};

/**
 * Fails if a model would run on this machine, and what runs it is not installed. Called before anything is downloaded for it.
 */
export const checkModel = async (name: string, settings: ModelSettings): Promise<void> => {
  if (name.startsWith('gguf:')) await ggufRuntime();
  if (runsHere(name, settings)) await onnxRuntime();
};

const runsHere = (name: string, { endpoints, python, folder }: ModelSettings): boolean => {
  if (name.startsWith('onnx:')) return true;
  if (byPrefix(UNREGISTERED, name) || endpoints?.length) return false;
  if (folder || python) return !python;
  const entry = findModelEntry(name);
  if (!entry) return isHubId(name);
  const ofService = entry.backends.some(({ via }) => via === 'service');
  return !ofService && entry.backends.some((backend) => 'file' in backend);
};

/** The settings that a model uses; any other would be ignored without a word. */
export const usedSettings = (name: string, settings: ModelSettings): UsedModelSettings => {
  const unregistered = unregisteredModel(name);
  if (unregistered) return unregistered.entry.uses(settings);
  const entry = modelEntry(name);
  const service = entry.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model`, names: SERVED };
  return { by: `${name}, a ${entry.kind} model`, names: LOCAL[entry.kind] };
};

/** Those that a model uses in one way of reaching it or another: all that is known before the call says which. */
export const possibleSettings = (name: string, settings: ModelSettings): UsedModelSettings =>
  unregisteredModel(name)?.entry.uses(settings) ?? {
    by: name,
    names: [...new Set([...LOCAL[modelEntry(name).kind], ...SERVED])],
  };
