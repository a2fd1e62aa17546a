import { InputError } from '../core/index.js';
import type { ModelContext, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { openRow } from './open-entry.js';
import { UNREGISTERED } from './open-unregistered.js';
import { modelEntry } from './registry/index.js';

/** Whether a name reaches outside the table: `onnx:…`, `served:…`, `module:…`, `command:…`, `served-search:…`. */
export const isUnregistered = (name: string): boolean =>
  Object.hasOwn(UNREGISTERED, name.split(':', 1)[0]!) && name.includes(':');

/** Opens the embedder or search system that a retriever's name refers to. The caller closes it. */
export const openRetriever = async (
  name: string,
  settings: ModelSettings,
  place: ModelContext,
): Promise<OpenModel | OpenSearcher> => {
  if (isUnregistered(name)) {
    const at = name.indexOf(':');
    return UNREGISTERED[name.slice(0, at) as keyof typeof UNREGISTERED](name.slice(at + 1), settings, place);
  }
  if (settings.kind === 'search')
    throw new InputError({ found: `kind=search for ${name}`, expected: 'a custom search system' });
  return openRow(modelEntry(name), settings, place);
};

/** Opens a model of the table, or one outside it. Whoever opens it closes its embedder. */
export const openModel = async (
  name: string,
  settings: ModelSettings,
  place: ModelContext,
): Promise<OpenModel> => {
  const opened = await openRetriever(name, settings, place);
  if (opened.kind !== 'search') return opened;
  await opened.searcher.close();
  throw new InputError({
    found: `${name}, which is a search system`,
    expected: 'a model that embeds: vectors are needed here',
  });
};
