/** r2med/systems: a text such as "hyde(gpt4) > bm25" becomes a system; models are opened once and shared. */
export {
  checkSystem,
  dense,
  type LlmPool,
  type LlmPoolOptions,
  llmPool,
  type NamedDenseOptions,
  type OwnDenseOptions,
  recordedSystem,
  type ScorerPool,
  type SearcherOptions,
  type SystemContext,
  scorerPool,
  searcher,
  system,
} from './index.js';
