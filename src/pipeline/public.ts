/** r2med/pipeline: stages in sequence, and the text form of a system. */
export {
  type AskedStage,
  type Pipeline,
  parseStages,
  pipeline,
  printStages,
  type SharedStages,
  type SharedStagesOptions,
  type StageText,
  type SystemText,
  shareStages,
  slug,
  top,
} from './index.js';
