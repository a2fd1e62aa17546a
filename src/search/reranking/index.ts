export * from './llm/index.js';
export { type RerankOptions, rerank } from './rerank.js';
export type { Candidate, Candidates, OpenRerankMethod, RerankMethod, RerankOutput } from './rerank-method.js';
export { scored, scorerScores } from './scored.js';
