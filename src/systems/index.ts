export { firstStageOf, generationsOf, type SystemFlags, systemsOfFlags } from './expressions.js';
export { type LlmPool, type LlmPoolOptions, llmPool } from './llm-pool.js';
export { dense, type NamedDenseOptions, type OwnDenseOptions } from './named-dense.js';
export { type ScorerPool, scorerPool } from './scorer-pool.js';
export { type SearcherOptions, searcher } from './searcher.js';
export { declaredStages } from './stage-settings.js';
export { checkModels, checkSystem, system } from './system.js';
export type { SystemContext } from './system-context.js';
export { vectorForms } from './vector-forms.js';
