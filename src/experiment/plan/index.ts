export { defineExperiment } from './define-experiment.js';
export {
  type CheckSystem,
  type ExperimentPath,
  type ExperimentPlan,
  expand,
  type PlaceOf,
  type PlannedRun,
  type RunSettings,
} from './expand.js';
export { type Experiment, ExperimentSchema, experimentJsonSchema } from './experiment-schema.js';
export { type ExperimentFile, readExperiment, readPlan } from './read-experiment.js';
export { runOrder } from './run-order.js';
export {
  failedRuns,
  nameShown,
  type PlanFailure,
  type PlannedTask,
  type PlanOutcome,
  type PlanWork,
  resultsShown,
  runPlan,
} from './run-plan.js';
