export type { Alarm } from './alarm.js';
export { type CommandSettings, openCommand } from './command.js';
export { openCommandScorer } from './command-scorer.js';
export { type CommandRetriever, openCommandRetriever, openCommandSearch } from './command-search.js';
export type { CustomEmbedder, Similarity } from './custom-embedder.js';
export {
  embedder,
  type InCode,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  inCodeSearch,
  reranker,
} from './in-code.js';
export type { Kind, VectorOf } from './kinds.js';
export type { RerankList, RerankQuery } from './list-scorer.js';
export {
  type ModulePlace,
  type ModuleSettings,
  moduleUse,
  openModule,
  openModuleScorer,
  openModuleSearch,
} from './module.js';
export type { CustomModule, Reranks, SearchFunction } from './module-exports.js';
export { readRanking } from './read-ranking.js';
export type { RerankDocument } from './read-scores.js';
export type { Fate } from './settle-in-batches.js';
export { timeoutIn } from './time-limit.js';
