export { ablationsOf } from './ablation.js';
export { type EmbeddedTask, embedTask, openDense } from './embed-task.js';
export { firstStageOf, generationsOf, type SystemFlags, systemsOfFlags } from './expressions.js';
export { fusedRuns } from './fused.js';
export { type LlmPool, llmPool, type ScorerPool, scorerPool } from './model-pools.js';
export { dense } from './named-dense.js';
export {
  type LlmOptions,
  llmSampling,
  llmSettings,
  type ModelOptions,
  modelSettings,
  openAgentCorpus,
  openSystemContext,
  type SystemOptions,
  withSystemContext,
} from './open-context.js';
export { type OpenSetting, type OpenValues, openSystem } from './open-settings.js';
export { publishedModels, publishedNumberType } from './published-models.js';
export { recordedSystem } from './recorded-system.js';
export { checkPrompts } from './reranker.js';
export { registeredModel } from './retriever.js';
export { searcher } from './searcher.js';
export { searchesFree } from './searches-free.js';
export { declaredStages, settingsOfStage } from './stage-settings.js';
export { checkModels, checkSystem, rewriter, system } from './system.js';
export type { SystemContext } from './system-context.js';
export { vectorForms } from './vector-forms.js';
export { wholeVectorsOf } from './whole-vectors.js';
