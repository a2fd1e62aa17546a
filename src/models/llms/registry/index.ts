export type { LlmEntry, LlmService, LlmWay } from './entry-schema.js';
export type { LlmContext, LlmSettings } from './llm-choice.js';
export { llm, llmServices, llms, llmTraits } from './llm-entries.js';
export { llmName } from './llm-name.js';
export { openLlm } from './open-llm.js';
export { openPlannedLlm } from './open-planned-llm.js';
export { type LlmReadiness, llmKeysSet, llmReadiness } from './readiness.js';
