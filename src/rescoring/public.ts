/** r2med/rescoring: more measures for saved rankings, and scores checked against them. */
export {
  type CheckedResult,
  type CheckOptions,
  checkResult,
  type OpenTask,
  type TaskIdentity,
  taskOpener,
  withMeasures,
} from './index.js';
