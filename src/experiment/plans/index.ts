export {
  type ExperimentPlan,
  expand,
  type PlannedRun,
  type RunSettings,
} from './expand.js';
export { defineExperiment, type Experiment } from './experiment-schema.js';
export { type PlanChanges, planExperiment, planSystems } from './plan-experiment.js';
export { readExperiment, readPlan } from './read-experiment.js';
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
