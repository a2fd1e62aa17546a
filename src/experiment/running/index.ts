export {
  type AnswerComparison,
  compareAnswers,
} from './answer-comparison.js';
export {
  type Accuracy,
  type AnswerRelation,
  accuracyOf,
  answerRelation,
  meanAccuracy,
  meanAnswerRelation,
  type QueryScores,
} from './answer-report.js';
export {
  type AnsweredTask,
  type AnswerSource,
  type AnswerTaskOptions,
  answerMethodOf,
  answerTask,
  type ShownDocuments,
  shownDocuments,
  sourceName,
} from './answer-task.js';
export { evaluateModel, type ModelEvaluation } from './evaluate-model.js';
export { type GeneratedTask, generateTask } from './generate-task.js';
export { mustBeComplete } from './incomplete.js';
export {
  type JudgedTask,
  type JudgeTaskOptions,
  judgeTask,
  planJudgeTask,
  referenceAnswers,
} from './judge-task.js';

export { queryScores } from './query-scores.js';
export {
  type Comparison,
  compareWithPublished,
  differingModels,
  differingSettings,
  runPublished,
} from './reproduce.js';
export { mustBeRepeatable, type Reproduction, reproduceResult } from './reproduce-record.js';
export { type ReproducibleSystem, reproducibleSystems } from './reproducible-systems.js';
export {
  failedRuns,
  nameShown,
  type PlanOutcome,
  resultsShown,
  runExperiment,
  runPlan,
} from './run-experiment.js';
export {
  planRequest,
  type RequestPlan,
  type RunRequest,
  runRequest,
  runRequestPlan,
  runRequestShard,
} from './run-request.js';
export { type RunOptions, runSystem, type SystemRun } from './run-system.js';
export { search } from './search.js';
export * from './shards/index.js';
