export {
  openRerankApi,
  type RerankApi,
  type RerankApiSettings,
  type RerankApiUsage,
  SCORER_DIALECTS,
  type ScorerDialectName,
  type ScorerForm,
} from './api/index.js';
export {
  checkReranker,
  isUnregisteredReranker,
  openReranker,
  readRerankerSettings,
} from './open-reranker.js';
export {
  publishedReranker,
  type RerankerBackend,
  type RerankerEntry,
  rerankerEntries,
  rerankerEntry,
  rerankerReadiness,
} from './registry/index.js';
export {
  type OpenReranker,
  RERANKER_SETTINGS,
  type RerankerContext,
  type RerankerSettings,
} from './reranker-choice.js';
