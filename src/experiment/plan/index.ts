export { defineExperiment } from './define-experiment.js';
export {
  type ExperimentPlan,
  expand,
  type PlannedRun,
  type RunSettings,
} from './expand.js';
export type { Experiment } from './experiment-schema.js';
export { readExperiment, readPlan } from './read-experiment.js';
export { runOrder } from './run-order.js';
export {
  failedRuns,
  nameShown,
  type PlanOutcome,
  resultsShown,
  runPlan,
} from './run-plan.js';
