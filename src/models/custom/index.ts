export type { CommandSettings } from './command.js';
export { openCommand } from './command.js';
export { openCommandScorer } from './command-scorer.js';
export { openCommandRetriever, openCommandSearch } from './command-search.js';
export type { CustomEmbedder } from './custom-embedder.js';
export type { InCode } from './in-code.js';
export {
  embedder,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  inCodeSearch,
  reranker,
} from './in-code.js';
export type { Kind, VectorOf } from './kinds.js';
export type { RerankQuery } from './list-scorer.js';
export type { ModuleSettings } from './module.js';
export {
  moduleUse,
  openModule,
  openModuleScorer,
  openModuleSearch,
} from './module.js';
export type { CustomModule, Reranks, SearchFunction } from './module-exports.js';
export { readRanking } from './read-ranking.js';
export type { RerankDocument } from './read-scores.js';
export type { Fate } from './settle-in-batches.js';
export { callLimits } from './time-limit.js';
