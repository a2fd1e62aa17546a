export { openRespondents, type Respondents } from './respondents.js';
export { type BuildContext, planStep, runStep, UndecidedItems } from './run-step.js';
export { type StepStatus, statusOf } from './status.js';
export type { Step, StepPlan, StepReport } from './step.js';
export { steps } from './steps.js';
export { openWorkFolder } from './work-folder.js';
