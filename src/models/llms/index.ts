export * from './chat/index.js';
export type { LlmEntry, LlmWay } from './entry-schema.js';
export { findLlm, llmName, llmServices, llms, llmTraits } from './llm-entries.js';
export { openLlm, openPlannedLlm } from './open-llm.js';
export { type LlmReadiness, llmKeysSet, llmReadiness } from './readiness.js';
export { answerOf, REASONING, type ReasoningStyle } from './reasoning.js';
export type { LlmContext, LlmSettings } from './resolve-llm.js';
