export {
  openCommand,
  openCommandRetriever,
  openCommandScorer,
  openCommandSearch,
} from './command.js';
export { openCommandEntities, textFailed } from './command-entities.js';
export type { CustomEmbedder } from './custom-embedder.js';
export {
  embedder,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  inCodeSearch,
  reranker,
} from './in-code.js';
export type { Kind, VectorOf } from './kinds.js';
export { checkFile, loadModule } from './load-module.js';
export { moduleUse, openModule, openModuleScorer, openModuleSearch } from './module.js';
export type { CustomModule } from './module-exports.js';
export { type PythonRate, pythonRate } from './python-rate.js';
export { openPythonEmbedder, openPythonScorer, PYTHON_PROGRAM } from './python-worker.js';
export { readEntities } from './read-entities.js';
export { readRanking } from './read-ranking.js';
export type { Fate } from './settle-in-batches.js';
export { callLimits } from './time-limit.js';
