/** r2med/experiment: systems by their texts, plans, runs and their records. */

// systems: which system does a text mean?

export {
  checkSystem,
  dense,
  type LlmPool,
  llmPool,
  type ScorerPool,
  type SystemContext,
  scorerPool,
  searcher,
  system,
} from './systems/index.js';

// plans: which systems run on which tasks?

export {
  defineExperiment,
  type Experiment,
  type ExperimentPlan,
  type PlannedRun,
  planExperiment,
  planSystems,
} from './plans/index.js';

// running: how is a plan run and recorded?

export { parseShard, type Shard } from '../core/index.js';
export {
  type Accuracy,
  type AnswerRelation,
  accuracyOf,
  answerRelation,
  evaluateModel,
  type GeneratedTask,
  generateTask,
  type JudgedTask,
  judgeTask,
  type MergedResult,
  type ModelEvaluation,
  mergeShards,
  mustBeComplete,
  planRequest,
  type RunRequest,
  runExperiment,
  runRequest,
  runShard,
  runSystem,
  type SystemRun,
  search,
} from './running/index.js';

// record, results: what does a result say, and where is it stored?

export type { Incomplete, QueryResult, Result, ResultRecord } from './record/index.js';
export {
  DamagedResult,
  type JudgementsFile,
  publishedEntries,
  type RunFile,
  type RunFormat,
  readJudgements,
  readResult,
  readResults,
  readRun,
  type StoredResult,
  storedRun,
  writeJudgements,
  writeResult,
  writeRun,
} from './results/index.js';

// rescoring: what does a saved ranking score?

export { type CheckedResult, checkResult, type OpenTask, withMeasures } from './rescoring/index.js';
