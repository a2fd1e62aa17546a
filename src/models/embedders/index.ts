export { openEmbeddingApi } from './api/index.js';
export type { ModelBackend } from './entry-schema.js';
export {
  MODEL_SETTINGS,
  type ModelContext,
  type ModelSettings,
  type OpenModel,
  type OpenSearcher,
} from './model-choice.js';
export {
  findModelEntry,
  type ModelEntry,
  modelEntries,
  modelEntry,
  publishedEntry,
} from './model-entries.js';
export { checkModel, openModel, openRetriever, possibleSettings, usedSettings } from './open-model.js';
export { inInputForm, promptFor } from './prompt.js';
export {
  fitTo,
  openTokenizer,
  type TokenFit,
  tokenCounter,
  tokenizerRepositories,
} from './token-count.js';
export { UNREGISTERED as unregisteredModels, unregisteredModel } from './unregistered.js';
