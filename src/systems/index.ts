export { checkSystem } from './check-system.js';
export { expressionsOf, firstStageOf, generationsOf, type SystemFlags } from './expressions.js';
export {
  type GenerationMethodContext,
  type GenerationMethodName,
  type GenerationMethodSettings,
  generationMethod,
  generationMethods,
  METHODS,
} from './generation-methods.js';
export { type LlmPool, type LlmPoolOptions, llmPool } from './llm-pool.js';
export { dense, type NamedDenseOptions, type OwnDenseOptions } from './named-dense.js';
export type { GenerationContext } from './rewriter.js';
export { type ScorerPool, scorerPool } from './scorer-pool.js';
export { type SearcherOptions, searcher } from './searcher.js';
export { candidateConfig, type StoredCandidatesOptions, storedCandidates } from './stored-candidates.js';
export { type SystemContext, system } from './system.js';
export { type VectorForms, vectorForms } from './vector-forms.js';
