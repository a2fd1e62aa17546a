export {
  parseStages,
  printStages,
  type StageText,
  type SystemText,
  slug,
  stagesOf,
  stageText,
  systemsIn,
  withQuotes,
} from './expression.js';
export { type Pipeline, pipeline, top } from './pipeline.js';
export {
  type AskedStage,
  added,
  grown,
  type SharedStages,
  shareStages,
  stageUses,
} from './shared-stages.js';
