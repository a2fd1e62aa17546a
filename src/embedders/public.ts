/** r2med/embedders: embedders by name or behind an API, and the registry of data/models.json. */
export {
  type EmbeddingApiSettings,
  type ModelBackend,
  type ModelContext,
  type ModelEntry,
  type ModelSettings,
  modelEntries,
  modelEntry,
  type OpenModel,
  type OpenSearcher,
  openEmbeddingApi,
  openModel,
  openRetriever,
  type Readiness,
  readiness,
} from './index.js';
