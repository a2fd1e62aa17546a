/** r2med/scorers: cross-encoders and rerank APIs by name, and the registry of data/rerankers.json. */
export {
  type OpenReranker,
  openRerankApi,
  openReranker,
  type RerankApi,
  type RerankApiSettings,
  type RerankApiUsage,
  type RerankerBackend,
  type RerankerContext,
  type RerankerEntry,
  type RerankerSettings,
  rerankerEntries,
  rerankerEntry,
  rerankerReadiness,
  SCORER_DIALECTS,
  type ScorerDialectName,
  type ScorerForm,
} from './index.js';
