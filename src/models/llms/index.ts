export type { LlmPlace, LlmSettings } from './llm-choice.js';
export { isOutsideLlm, llmName } from './llm-name.js';
export { type LlmTraits, llm, llmServices, llms, llmTraits } from './llm-rows.js';
export { llmChatSettings, openLlm } from './open-llm.js';
export { type LlmReadiness, llmKeysSet, llmReadiness } from './readiness.js';
export type { LlmRow, LlmService, LlmWay } from './row-schema.js';
