export { rerankerReadiness } from './readiness.js';
export { type PairForm, pairForm, publishedReranker, rerankerRow, rerankerRows } from './reranker-rows.js';
export type { RerankerBackend, RerankerDialect, RerankerRow } from './row-schema.js';
