export * from './agents/index.js';
export * from './answering/index.js';
export type { TextMode } from './expansion.js';
export * from './extensions/index.js';
export type { GenerateEachOptions } from './generate-texts.js';
export { generateTexts } from './generate-texts.js';
export {
  type GeneratedTexts,
  type GenerationFailure,
  GenerationStopped,
  truncatedAnswers,
} from './generated-texts.js';
export type {
  GenerationMethod,
  GenerationStep,
  OpenGenerationMethod,
  RetrievedDocument,
} from './generation-method.js';
export {
  generationMethod,
  generationMethods,
  METHODS,
  queryExpander,
  readingStyle,
  textModeOf,
} from './generation-methods.js';
export * from './judge/index.js';
export { llmRewriter } from './llm-rewriter.js';
export * from './methods/index.js';
export type { GenerationMethodContext, GenerationMethodSettings } from './named-method.js';
export {
  type GenerationPlan,
  type PlannedAmount,
  planGeneration,
} from './plan.js';
export { samplingSpec } from './sampling.js';
export { type StoredTexts, storedRewriter } from './stored-rewriter.js';
export { SYNONYM_SETTINGS, synonyms } from './synonyms.js';
export { uselessTexts } from './useless-texts.js';
