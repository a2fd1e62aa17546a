export { expressionsOf, firstStageOf, generationsOf, type SystemFlags } from './expressions.js';
export {
  type GenerationMethodContext,
  type GenerationMethodSettings,
  generationMethod,
  generationMethods,
  METHODS,
} from './generation-methods.js';
export { type LlmPool, type LlmPoolOptions, llmPool } from './llm-pool.js';
export { dense, type NamedDenseOptions, type OwnDenseOptions } from './named-dense.js';
export { recordedSystem } from './recorded-system.js';
export { type ScorerPool, scorerPool } from './scorer-pool.js';
export { type SearcherOptions, searcher } from './searcher.js';
export { checkSystem, system } from './system.js';
export type { SystemContext } from './system-context.js';
export { vectorForms } from './vector-forms.js';
