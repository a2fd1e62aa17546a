export type {
  DenseEmbedder,
  EmbeddedBatch,
  Embedder,
  EmbedderUsage,
  LateEmbedder,
  Role,
  SparseEmbedder,
  SparseVector,
  TokenVectors,
} from './embedder.js';
export { type LlmRow, llm, llms } from './llms.js';
export { openOnnx, openOnnxLate, openOnnxSparse } from './onnx/index.js';
export {
  isOutside,
  type ModelPlace,
  type ModelSettings,
  type OpenModel,
  openModel,
  type WantedModel,
} from './open/index.js';
export type { OwnModule } from './own/index.js';
export { openCommand, openModule } from './own/index.js';
export { answerOf, REASONING, type ReasoningStyle } from './reasoning.js';
export {
  downloadLine,
  estimatedTokens,
  type Fit,
  fitTo,
  hubModelFile,
  type InputForm,
  type InstructionSet,
  inInputForm,
  type ModelBackend,
  type ModelRow,
  modelRow,
  modelRows,
  openTokenizer,
  type Prompt,
  promptFor,
  publishedRow,
  type Readiness,
  type RolePrompt,
  readiness,
  tokenCounter,
  tokenizerRepositories,
} from './rows/index.js';
export { openServed, type ServedSettings } from './served/index.js';
