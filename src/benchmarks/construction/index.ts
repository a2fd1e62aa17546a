export { type Answered, type AskedAll, askAll, planAll, type Questions } from './ask-all.js';
export { decided, heldCounts, heldItem } from './held.js';
export {
  BuildItem,
  Decision,
  Held,
  JudgedCandidate,
  Origin,
  Passage,
  PooledCandidate,
  SourceText,
} from './item.js';
export { type LlmRespondentOptions, llmRespondent } from './llm-respondent.js';
export type { BuildPlan, PlannedStep } from './plan/build-plan.js';
export { estimatePlan, type StepEstimate } from './plan/estimate-plan.js';
export { readBuildPlan } from './plan/read-plan.js';
export { type RunPlanOptions, runBuildPlan } from './plan/run-plan.js';
export { type PreparedRespondent, preparedRespondent } from './prepared-respondent.js';
export { type FieldKind, type ReplyReading, readFields } from './read-fields.js';
export type { Respondent, StepReply, StepRequest, Usage } from './respondent.js';
export { openRespondents, type Respondents, type RespondentsOptions } from './respondents.js';
export {
  type BuildContext,
  planStep,
  type RunStepOptions,
  runStep,
  type StepRun,
  UndecidedItems,
} from './run-step.js';
export { type StepStatus, stepStatuses } from './status.js';
export type { ReviewSummary } from './step.js';
export {
  type BuildStep,
  defineStep,
  type StepContext,
  type StepOutcome,
  type StepPlan,
  type StepReport,
  type Undecided,
  type WorkFolder,
} from './step.js';
export { constructionSteps } from './steps.js';
export { openWorkFolder } from './work-folder.js';
