import { byPrefix, type SettingsFor, setting } from '../core/index.js';
import { POOLINGS, PRECISIONS } from '../onnx/index.js';
import type { ModelSettings } from './model-choice.js';
import { modelEntry } from './registry/index.js';
import { UNREGISTERED } from './unregistered.js';
import { LOCAL, SERVED, type UsedSettings } from './uses.js';

/** What a system's text may say of a model. */
export const MODEL_SETTINGS = {
  kind: setting.oneOf(['dense', 'sparse', 'late', 'search'], 'what a custom model returns'),
  pooling: setting.oneOf(POOLINGS, "how a text's token vectors become one"),
  normalise: setting.truth('scale vectors to unit length'),
  similarity: setting.oneOf(['cosine', 'dot'], 'how vectors are compared'),
  precision: setting.oneOf(PRECISIONS, 'which ONNX file'),
  maxTokens: setting.count('tokens read of a text at most'),
  sameAs: setting.text('address or name of the same model elsewhere'),
  batch: setting.count('texts or queries per call'),
  timeout: setting.count('seconds that one call may take'),
} as const satisfies SettingsFor<ModelSettings>;

/** The settings that a model uses; any other would be ignored without a word. */
export const usedSettings = (name: string, settings: ModelSettings): UsedSettings<ModelSettings> => {
  const unregistered = byPrefix(UNREGISTERED, name);
  if (unregistered) return unregistered.entry.uses(settings);
  const entry = modelEntry(name);
  const service = entry.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model,`, names: SERVED };
  return { by: `${name}, a ${entry.kind} model,`, names: LOCAL[entry.kind] };
};

/** Those that a model uses in one way of reaching it or another: all that is known before the call says which. */
export const possibleSettings = (name: string, settings: ModelSettings): UsedSettings<ModelSettings> =>
  byPrefix(UNREGISTERED, name)?.entry.uses(settings) ?? {
    by: name,
    names: [...new Set([...LOCAL[modelEntry(name).kind], ...SERVED])],
  };
