/** r2med/experiment: systems by their texts, plans, runs and their records. */

// systems: which system does a text mean?

export {
  checkSystem,
  dense,
  type LlmPool,
  type LlmPoolOptions,
  llmPool,
  type NamedDenseOptions,
  type OwnDenseOptions,
  type ScorerPool,
  type SearcherOptions,
  type SystemContext,
  type SystemOptions,
  scorerPool,
  searcher,
  system,
} from './systems/index.js';

// plans: which systems run on which tasks?

export {
  defineExperiment,
  type Experiment,
  type ExperimentPlan,
  type PlanChanges,
  type PlannedRun,
  planExperiment,
  planSystems,
  type RunSettings,
} from './plans/index.js';

// running: how is a plan run and recorded?

export { parseShard, type Shard } from '../core/index.js';
export {
  type Accuracy,
  type AnswerRelation,
  accuracyOf,
  answerRelation,
  type ExperimentOptions,
  type GeneratedTask,
  type GenerateOptions,
  generateTask,
  type JudgedTask,
  type JudgeTaskOptions,
  judgeTask,
  type MergedResult,
  type MergeOptions,
  mergeShards,
  mustBeComplete,
  type PlanFailure,
  type PlanOutcome,
  planRequest,
  type RequestOutcome,
  type RequestPlan,
  type RunOptions,
  type RunRequest,
  type RunWatcher,
  runExperiment,
  runRequest,
  runShard,
  runSystem,
  type ShardOptions,
  type ShardOutcome,
  type ShardPart,
  type SystemRun,
  search,
} from './running/index.js';

// record, results: what does a result say, and where is it stored?

export type { Incomplete, QueryResult, Result, ResultRecord } from './record/index.js';
export {
  DamagedResult,
  type JudgementsFile,
  type PredictionsChoice,
  publishedEntries,
  type RunFile,
  type RunFormat,
  readJudgements,
  readResult,
  readResults,
  readRun,
  type StoredResult,
  type StoredRunOptions,
  storedRun,
  writeResult,
  writeRun,
} from './results/index.js';

// rescoring: what does a saved ranking score?

export {
  type CheckedResult,
  type CheckOptions,
  checkResult,
  type OpenTask,
  type TaskIdentity,
  withMeasures,
} from './rescoring/index.js';
