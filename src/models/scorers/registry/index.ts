export type { RerankerBackend, RerankerEntry } from './entry-schema.js';
export { rerankerReadiness } from './readiness.js';
export { pairForm, publishedReranker, rerankerEntries, rerankerEntry } from './reranker-entries.js';
