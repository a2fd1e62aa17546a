export { crossValidate } from './cross-validate.js';
export type { Validation } from './folds.js';
export { planTuning, type TuningRequest, type TuningResult, tune } from './tune.js';
