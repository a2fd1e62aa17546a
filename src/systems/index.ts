export { checkSystem } from './check-system.js';
export { expressionsOf, firstStageOf, generationsOf, type SystemFlags } from './expressions.js';
export {
  type GenerationMethodContext,
  type GenerationMethodSettings,
  generationMethod,
  generationMethods,
  METHODS,
} from './generation-methods.js';
export type { LlmPoolOptions } from './llm-pool.js';
export { type LlmPool, llmPool } from './llm-pool.js';
export type { NamedDenseOptions, OwnDenseOptions } from './named-dense.js';
export { dense } from './named-dense.js';
export type { ScorerPool } from './scorer-pool.js';
export { scorerPool } from './scorer-pool.js';
export { type SearcherOptions, searcher } from './searcher.js';
export { type SystemContext, system } from './system.js';
export { vectorForms } from './vector-forms.js';
