import { byPrefix, InputError } from '../../core/index.js';
import type { ModelContext, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { modelEntry } from './model-entries.js';
import { openEntry } from './open-entry.js';
import { LOCAL, SERVED, UNREGISTERED, type UsedModelSettings } from './unregistered.js';

/** Opens the embedder or search system that a retriever's name refers to. The caller closes it. */
export const openRetriever = async (
  name: string,
  settings: ModelSettings,
  context: ModelContext,
): Promise<OpenModel | OpenSearcher> => {
  const unregistered = byPrefix(UNREGISTERED, name);
  if (unregistered) return unregistered.entry.open(unregistered.rest, settings, context);
  if (settings.kind === 'search')
    throw new InputError({ found: `kind=search for ${name}`, expected: 'a custom search system' });
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
  });
};

/** The settings that a model uses; any other would be ignored without a word. */
export const usedSettings = (name: string, settings: ModelSettings): UsedModelSettings => {
  const unregistered = byPrefix(UNREGISTERED, name);
  if (unregistered) return unregistered.entry.uses(settings);
  const entry = modelEntry(name);
  const service = entry.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model`, names: SERVED };
  return { by: `${name}, a ${entry.kind} model`, names: LOCAL[entry.kind] };
};

/** Those that a model uses in one way of reaching it or another: all that is known before the call says which. */
export const possibleSettings = (name: string, settings: ModelSettings): UsedModelSettings =>
  byPrefix(UNREGISTERED, name)?.entry.uses(settings) ?? {
    by: name,
    names: [...new Set([...LOCAL[modelEntry(name).kind], ...SERVED])],
  };
