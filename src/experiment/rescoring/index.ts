export { type CheckedResult, checkResult } from './check-result.js';
export { type OpenTask, type TaskIdentity, taskHere, taskOpener } from './open-task.js';
export { queryResults, recordIntervals } from './query-results.js';
export { withMeasures } from './with-measures.js';
