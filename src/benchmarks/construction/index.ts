export { askAll } from './ask-all.js';
export { BuildItem, Passage, SourceText } from './item.js';
export { type BuildPlan, runBuildPlan } from './plan/build-plan.js';
export { estimatePlan, type StepEstimate } from './plan/estimate-plan.js';
export { readBuildPlan } from './plan/read-plan.js';
export { readFields } from './prompt-texts.js';
export { releaseChanges } from './release/changes.js';
export { checkRelease } from './release/check-release.js';
export { readRelease, releasedTasks } from './release/read-release.js';
export { scoreMoves } from './release/score-moves.js';
export type { Changes } from './release/task-diff.js';
export { findingItems } from './repair/finding-items.js';
export type { Respondent } from './respondent.js';
export { openRespondents, type Respondents } from './respondents.js';
export {
  type BuildContext,
  planStep,
  runStep,
  type StepRun,
  UndecidedItems,
} from './run-step.js';
export { type StepStatus, stepStatuses } from './status.js';
export {
  type BuildStep,
  defineStep,
  type StepPlan,
  type StepReport,
  type WorkFolder,
} from './step.js';
export { constructionSteps } from './steps.js';
export { openWorkFolder } from './work-folder.js';
