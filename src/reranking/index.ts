export * from './llm/index.js';
export type { Candidate, Candidates, OpenOrderer, Ordered, Orderer } from './orderer.js';
export { type RerankOptions, rerank } from './rerank.js';
export { scored } from './scored.js';
