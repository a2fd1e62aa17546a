import { modelRow } from '../rows/index.js';
import type { ModelPlace, ModelSettings, OpenModel } from './model-choice.js';
import { OUTSIDE } from './open-outside.js';
import { openRow } from './open-row.js';

export type { ModelPlace, ModelSettings, OpenModel, WantedModel } from './model-choice.js';
export { isOutsideReranker, openReranker } from './open-reranker.js';
export type { OpenReranker, RerankerPlace, RerankerSettings } from './reranker-choice.js';
export { type UsedSettings, usedRerankerSettings, usedSettings } from './used-settings.js';

/** Whether a name reaches outside the table: `onnx:…`, `served:…`, `module:…`, `command:…`. */
export const isOutside = (name: string): boolean =>
  Object.hasOwn(OUTSIDE, name.split(':', 1)[0]!) && name.includes(':');

/** Opens a model of the table, or one outside it. Whoever opens it closes its embedder. */
export const openModel = (name: string, settings: ModelSettings, place: ModelPlace): Promise<OpenModel> => {
  if (!isOutside(name)) return openRow(modelRow(name), settings, place);
  const at = name.indexOf(':');
  return OUTSIDE[name.slice(0, at) as keyof typeof OUTSIDE](name.slice(at + 1), settings, place);
};
