/** r2med/custom: the user's own code as embedder, search system or reranker: functions, modules and commands. */
export {
  type CommandSettings,
  type CustomEmbedder,
  type CustomModule,
  embedder,
  type InCode,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  inCodeSearch,
  type ModuleSettings,
  openCommand,
  openModule,
  type RerankDocument,
  type RerankQuery,
  reranker,
} from './index.js';
