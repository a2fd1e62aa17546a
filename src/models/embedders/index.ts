export { type EmbeddingApiSettings, openEmbeddingApi } from './api/index.js';
export {
  MODEL_SETTINGS,
  type ModelContext,
  type ModelSettings,
  type OpenModel,
  type OpenSearcher,
  type WantedModel,
} from './model-choice.js';
export { openModel, openRetriever } from './open-model.js';
export { folderOf } from './open-unregistered.js';
export {
  downloadLine,
  fitTo,
  hubFiles,
  hubModelFile,
  inInputForm,
  type LocalFiles,
  type Machine,
  type ModelBackend,
  type ModelEntry,
  modelEntries,
  modelEntry,
  noBackend,
  openTokenizer,
  promptFor,
  publishedEntry,
  type Readiness,
  readiness,
  type TokenFit,
  tokenCounter,
  tokenizerRepositories,
} from './registry/index.js';
export { UNREGISTERED as unregisteredModels } from './unregistered.js';
export { possibleSettings, usedSettings } from './used-settings.js';
export { readUsedSettings, type UsedSettings } from './uses.js';
