export type { RerankerBackend, RerankerDialect, RerankerEntry } from './entry-schema.js';
export { rerankerReadiness } from './readiness.js';
export {
  type PairForm,
  pairForm,
  publishedReranker,
  rerankerEntries,
  rerankerEntry,
} from './reranker-entries.js';
