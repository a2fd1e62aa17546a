export {
  parseStages,
  printStages,
  type StageText,
  type SystemText,
  slug,
  stageText,
  systemsIn,
  withQuotes,
} from './expression.js';
export { type Pipeline, pipeline, top } from './pipeline.js';
export type { SharedStagesOptions } from './shared-stages.js';
export {
  type AskedStage,
  type SharedStages,
  shareStages,
} from './shared-stages.js';
export { split } from './split.js';
export { stagesOf, stageUses } from './stage-uses.js';
