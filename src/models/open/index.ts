import { InputError } from '../../core/index.js';
import { modelRow } from '../rows/index.js';
import type { ModelPlace, ModelSettings, OpenModel, OpenSearcher } from './model-choice.js';
import { OUTSIDE } from './open-outside.js';
import { openRow } from './open-row.js';

export type { ModelPlace, ModelSettings, OpenModel, OpenSearcher, WantedModel } from './model-choice.js';
export { isOutsideReranker, openReranker } from './open-reranker.js';
export type { OpenReranker, RerankerPlace, RerankerSettings } from './reranker-choice.js';
export { type UsedSettings, usedRerankerSettings, usedSettings } from './used-settings.js';

/** Whether a name reaches outside the table: `onnx:…`, `served:…`, `module:…`, `command:…`, `served-search:…`. */
export const isOutside = (name: string): boolean =>
  Object.hasOwn(OUTSIDE, name.split(':', 1)[0]!) && name.includes(':');

/** Opens what a retriever's name leads to: a model that embeds, or a system that searches by itself. Whoever opens it closes it. */
export const openRetriever = async (
  name: string,
  settings: ModelSettings,
  place: ModelPlace,
): Promise<OpenModel | OpenSearcher> => {
  if (isOutside(name)) {
    const at = name.indexOf(':');
    return OUTSIDE[name.slice(0, at) as keyof typeof OUTSIDE](name.slice(at + 1), settings, place);
  }
  if (settings.kind === 'search')
    throw new InputError({ found: `kind=search for ${name}`, expected: 'a custom search system' });
  return openRow(modelRow(name), settings, place);
};

/** Opens a model of the table, or one outside it. Whoever opens it closes its embedder. */
export const openModel = async (
  name: string,
  settings: ModelSettings,
  place: ModelPlace,
): Promise<OpenModel> => {
  const opened = await openRetriever(name, settings, place);
  if (opened.kind !== 'search') return opened;
  await opened.searcher.close();
  throw new InputError({
    found: `${name}, which is a search system`,
    expected: 'a model that embeds: vectors are needed here',
  });
};
