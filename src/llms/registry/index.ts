export type { LlmEntry, LlmService, LlmWay } from './entry-schema.js';
export type { LlmContext, LlmSettings } from './llm-choice.js';
export { type LlmTraits, llm, llmServices, llms, llmTraits } from './llm-entries.js';
export { isUnregisteredLlm, llmName } from './llm-name.js';
export { llmChatSettings, openLlm } from './open-llm.js';
export { type LlmReadiness, llmKeysSet, llmReadiness } from './readiness.js';
