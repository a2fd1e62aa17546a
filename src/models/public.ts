/** r2med/models */

/** What may be spent before the work stops. */
export type { Budget } from '../platform/api-client/index.js';

// A user's module, command or function as a model.
export {
  type CommandSettings,
  type CustomEmbedder,
  type CustomModule,
  embedder,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  type ModuleSettings,
  openCommand,
  openModule,
  reranker,
} from './custom/index.js';

// Text to vectors: models of data/models.json, of a name such as onnx:… or served:…, and embedding APIs.
export {
  type EmbeddingApiSettings,
  type ModelContext,
  type ModelEntry,
  type ModelSettings,
  modelEntries,
  type OpenModel,
  openEmbeddingApi,
  openModel,
} from './embedders/index.js';

// Language models: data/llms.json, services and servers; calls that are cached.
export {
  answerOf,
  type CachedChat,
  type CachedChatOptions,
  ChatFailure,
  type ChatModel,
  type ChatRequest,
  type ChatSettings,
  type ChatUsage,
  cachedChat,
  type LlmContext,
  type LlmEntry,
  type LlmSettings,
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
export {
  type DenseSettings as OnnxDenseSettings,
  type LateSettings as OnnxLateSettings,
  type OnnxInput,
  openOnnx,
  openOnnxLate,
  openOnnxScorer,
  openOnnxSparse,
  type ScorerSettings as OnnxScorerSettings,
  type SparseSettings as OnnxSparseSettings,
} from './onnx/index.js';

// Prompt templates: the package's, and a user's before them.
export {
  fill as fillPrompt,
  openPrompts,
  type Prompts,
  type PromptsOptions,
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
  type RerankApiSettings,
  type RerankerContext,
  type RerankerEntry,
  type RerankerSettings,
  rerankerEntries,
} from './scorers/index.js';

// Search systems behind HTTP.
export { openServedSearch, type ServedSearchSettings } from './searchers/index.js';
