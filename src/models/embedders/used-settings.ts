import { byPrefix } from '../../core/index.js';
import type { ModelSettings } from './model-choice.js';
import { modelEntry } from './registry/index.js';
import { UNREGISTERED } from './unregistered.js';
import { LOCAL, SERVED, type UsedSettings } from './uses.js';

/** The settings that a model uses; any other would be ignored without a word. */
export const usedSettings = (name: string, settings: ModelSettings): UsedSettings<ModelSettings> => {
  const unregistered = byPrefix(UNREGISTERED, name);
  if (unregistered) return unregistered.entry.uses(settings);
  const entry = modelEntry(name);
  const service = entry.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model`, names: SERVED };
  return { by: `${name}, a ${entry.kind} model`, names: LOCAL[entry.kind] };
};

/** Those that a model uses in one way of reaching it or another: all that is known before the call says which. */
export const possibleSettings = (name: string, settings: ModelSettings): UsedSettings<ModelSettings> =>
  byPrefix(UNREGISTERED, name)?.entry.uses(settings) ?? {
    by: name,
    names: [...new Set([...LOCAL[modelEntry(name).kind], ...SERVED])],
  };
