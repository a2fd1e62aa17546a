export { type Candidate, candidatesOf, type TuningPlan } from './candidates.js';
export {
  type ExperimentPlan,
  expand,
  type PlannedRun,
  placed,
  type RunSettings,
} from './expand.js';
export { defineExperiment, type Experiment } from './experiment-schema.js';
export { planExperiment, planSystems, withAblations } from './plan-experiment.js';
export { readExperiment, readPlan } from './read-experiment.js';
export { type Recipe, readRecipes, recipeFile } from './recipes.js';
