export { openRerankApi, type RerankApi } from './api/index.js';
export type { RerankerBackend, RerankerEntry } from './entry-schema.js';
export {
  checkReranker,
  isUnregisteredReranker,
  openReranker,
  readRerankerSettings,
} from './open-reranker.js';
export {
  type OpenReranker,
  RERANKER_SETTINGS,
  type RerankerSettings,
} from './reranker-choice.js';
export { findRerankerEntry, publishedReranker, rerankerEntries } from './reranker-entries.js';
