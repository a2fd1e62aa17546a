import { byPrefix, InputError } from '../../core/index.js';
import type { ModelContext, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { openEntry } from './open-entry.js';
import { modelEntry } from './registry/index.js';
import { UNREGISTERED } from './unregistered.js';

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
