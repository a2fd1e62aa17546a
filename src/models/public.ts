/** r2med/models */

/** What may be spent before the work stops. */
export type { Budget } from '../platform/api-client/index.js';

// A user's module, command or function as a model.
export {
  type CustomEmbedder,
  type CustomModule,
  embedder,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  openCommand,
  openModule,
  reranker,
} from './custom/index.js';

// Text to vectors: models of data/models.json, of a name such as onnx:… or served:…, and embedding APIs.
export {
  type ModelEntry,
  modelEntries,
  type OpenModel,
  openEmbeddingApi,
  openModel,
} from './embedders/index.js';

// Language models: data/llms.json, services and servers; calls that are cached.
export {
  answerOf,
  type CachedChat,
  ChatFailure,
  type ChatModel,
  type ChatRequest,
  cachedChat,
  type LlmEntry,
  llms,
  type Message as ChatMessage,
  openChat,
  openLlm,
  type Price as LlmPrice,
  type ReasoningStyle,
  type Reply as ChatReply,
  type Sampling,
} from './llms/index.js';

// Models in a folder of ONNX files.
export { openOnnx, openOnnxLate, openOnnxScorer, openOnnxSparse } from './onnx/index.js';

// Prompt templates: the package's, and a user's before them.
export {
  fill as fillPrompt,
  openPrompts,
  type Prompts,
  type Template as PromptTemplate,
} from './prompts/index.js';

// What of a model is ready on this machine.
export { type Readiness as ModelReadiness, readiness as modelReadiness } from './registry/index.js';

// Scores for pairs: rerankers of data/rerankers.json, of a name, and rerank APIs.
export {
  type OpenReranker,
  openRerankApi,
  openReranker,
  type RerankApi,
  type RerankerEntry,
  rerankerEntries,
} from './scorers/index.js';

// Search systems behind HTTP.
export { openServedSearch } from './searchers/index.js';
