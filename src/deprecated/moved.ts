/** Names of 0.1.0's contents page that live under a subpath now. They go with the next release. */

export {
  /** @deprecated Import it from `r2med/comparison`. */ type ComparedSystem,
  /** @deprecated Import it from `r2med/comparison`. */ compareSets,
  /** @deprecated Import it from `r2med/comparison`. */ compareSlices,
  /** @deprecated Import it from `r2med/comparison`. */ gates,
  /** @deprecated Import it from `r2med/comparison`. */ matchTasks,
  /** @deprecated Import it from `r2med/comparison`. */ movedQueries,
  /** @deprecated Import it from `r2med/comparison`. */ type SystemsComparison,
  /** @deprecated Import it from `r2med/comparison`. */ scoreRunFile,
  /** @deprecated Import it from `r2med/comparison`. */ systemsOnSets,
} from '../comparison/index.js';
export {
  /** @deprecated Import it from `r2med/core`. */ byRank,
  /** @deprecated Import it from `r2med/core`. */ corpusOf,
  /** @deprecated Import it from `r2med/core`. */ type DenseEmbedder,
  /** @deprecated Import it from `r2med/core`. */ type DocId,
  /** @deprecated Import it from `r2med/core`. */ docId,
  /** @deprecated Import it from `r2med/core`. */ documentsById,
  /** @deprecated Import it from `r2med/core`. */ type Embedder,
  /** @deprecated Import it from `r2med/core`. */ type FailedWork,
  /** @deprecated Import it from `r2med/core`. */ failedWork,
  /** @deprecated Import it from `r2med/core`. */ type Grades,
  /** @deprecated Import it from `r2med/core`. */ type LateEmbedder,
  /** @deprecated Import it from `r2med/core`. */ type QueryId,
  /** @deprecated Import it from `r2med/core`. */ queryId,
  /** @deprecated Import it from `r2med/core`. */ type Ranked,
  /** @deprecated Import it from `r2med/core`. */ type Runner,
  /** @deprecated Import it from `r2med/core`. */ ranking,
  /** @deprecated Import it from `r2med/core`. */ type Scorer,
  /** @deprecated Import it from `r2med/core`. */ type Searcher,
  /** @deprecated Import it from `r2med/core`. */ type SearchQuery,
  /** @deprecated Import it from `r2med/core`. */ type SparseEmbedder,
} from '../core/index.js';
export type {
  /** @deprecated Import it from `r2med/custom`. */ InCodeEmbedder,
  /** @deprecated Import it from `r2med/custom`. */ InCodeReranker,
  /** @deprecated Import it from `r2med/custom`. */ InCodeSearch,
} from '../custom/index.js';
export {
  /** @deprecated Import it from `r2med/embedders`. */ type ModelSettings,
  /** @deprecated Import it from `r2med/embedders`. */ type OpenModel,
  /** @deprecated Import it from `r2med/embedders`. */ openModel,
} from '../embedders/index.js';
export {
  /** @deprecated Import it from `r2med/evaluation`. */ bpref,
  /** @deprecated Import it from `r2med/evaluation`. */ CappedMAP,
  /** @deprecated Import it from `r2med/evaluation`. */ compareMacro,
  /** @deprecated Import it from `r2med/evaluation`. */ defaultMeasures,
  /** @deprecated Import it from `r2med/evaluation`. */ ERR,
  /** @deprecated Import it from `r2med/evaluation`. */ type EvaluationRule,
  /** @deprecated Import it from `r2med/evaluation`. */ holm,
  /** @deprecated Import it from `r2med/evaluation`. */ infAP,
  /** @deprecated Import it from `r2med/evaluation`. */ interval,
  /** @deprecated Import it from `r2med/evaluation`. */ Judged,
  /** @deprecated Import it from `r2med/evaluation`. */ kendall,
  /** @deprecated Import it from `r2med/evaluation`. */ MAP,
  /** @deprecated Import it from `r2med/evaluation`. */ type MeasureParameters,
  /** @deprecated Import it from `r2med/evaluation`. */ MicroRecall,
  /** @deprecated Import it from `r2med/evaluation`. */ macroInterval,
  /** @deprecated Import it from `r2med/evaluation`. */ P,
  /** @deprecated Import it from `r2med/evaluation`. */ type PairedComparison,
  /** @deprecated Import it from `r2med/evaluation`. */ type PairedScores,
  /** @deprecated Import it from `r2med/evaluation`. */ pairedTTest,
  /** @deprecated Import it from `r2med/evaluation`. */ parseMeasure,
  /** @deprecated Import it from `r2med/evaluation`. */ RBP,
  /** @deprecated Import it from `r2med/evaluation`. */ Rprec,
  /** @deprecated Import it from `r2med/evaluation`. */ randomisationTest,
  /** @deprecated Import it from `r2med/evaluation`. */ setAgreement,
  /** @deprecated Import it from `r2med/evaluation`. */ spearman,
} from '../evaluation/index.js';
export {
  /** @deprecated Import it from `r2med/experiment`. */ accuracyOf,
  /** @deprecated Import it from `r2med/experiment`. */ answerRelation,
  /** @deprecated Import it from `r2med/experiment`. */ type Experiment,
  /** @deprecated Import it from `r2med/experiment`. */ type ExperimentPlan,
  /** @deprecated Import it from `r2med/experiment`. */ expand,
  /** @deprecated Import it from `r2med/experiment`. */ type GenerateOptions,
  /** @deprecated Import it from `r2med/experiment`. */ generateTask,
  /** @deprecated Import it from `r2med/experiment`. */ type JudgeTaskOptions,
  /** @deprecated Import it from `r2med/experiment`. */ judgeTask,
  /** @deprecated Import it from `r2med/experiment`. */ type PlannedRun,
  /** @deprecated Import it from `r2med/experiment`. */ type RunOptions,
  /** @deprecated Import it from `r2med/experiment`. */ readPlan,
  /** @deprecated Import it from `r2med/experiment`. */ runPlan,
  /** @deprecated Import it from `r2med/experiment`. */ type SystemRun,
} from '../experiment/index.js';
export {
  /** @deprecated Import it from `r2med/fusion`. */ combMnz,
  /** @deprecated Import it from `r2med/fusion`. */ combSum,
  /** @deprecated Import it from `r2med/fusion`. */ type Fusion,
  /** @deprecated Import it from `r2med/fusion`. */ searchEach,
} from '../fusion/index.js';
export {
  /** @deprecated Import it from `r2med/generation`. */ type Draft,
  /** @deprecated Import it from `r2med/generation`. */ diagnose,
  /** @deprecated Import it from `r2med/generation`. */ feedback,
  /** @deprecated Import it from `r2med/generation`. */ judgeAnswers,
  /** @deprecated Import it from `r2med/generation`. */ METHODS,
  /** @deprecated Import it from `r2med/generation`. */ readVerdict,
  /** @deprecated Import it from `r2med/generation`. */ type StoredTexts,
} from '../generation/index.js';
export {
  /** @deprecated Import it from `r2med/hub`. */ fetchModel,
} from '../hub/index.js';
export {
  /** @deprecated Import it from `r2med/leaderboard`. */ costFront,
  /** @deprecated Import it from `r2med/leaderboard`. */ type Efficiency,
  /** @deprecated Import it from `r2med/leaderboard`. */ efficiency,
  /** @deprecated Import it from `r2med/leaderboard`. */ paretoFront,
  /** @deprecated Import it from `r2med/leaderboard`. */ type SystemCost,
  /** @deprecated Import it from `r2med/leaderboard`. */ type Table,
  /** @deprecated Import it from `r2med/leaderboard`. */ type TableRow,
  /** @deprecated Import it from `r2med/leaderboard`. */ type TableView,
} from '../leaderboard/index.js';
export {
  /** @deprecated Import it from `r2med/llms`. */ ChatFailure,
  /** @deprecated Import it from `r2med/llms`. */ type ChatModel,
  /** @deprecated Import it from `r2med/llms`. */ type ChatRequest,
  /** @deprecated Import it from `r2med/llms`. */ type LlmSettings,
  /** @deprecated Import it from `r2med/llms`. */ llms,
  /** @deprecated Import it from `r2med/llms`. */ openChat,
  /** @deprecated Import it from `r2med/llms`. */ openLlm,
  /** @deprecated Import it from `r2med/llms`. */ type Reply,
} from '../llms/index.js';
export {
  /** @deprecated Import it from `r2med/nano`. */ buildNano,
  /** @deprecated Import it from `r2med/nano`. */ NANO_DEFAULTS,
  /** @deprecated Import it from `r2med/nano`. */ profileGroup,
  /** @deprecated Import it from `r2med/nano`. */ profileTask,
  /** @deprecated Import it from `r2med/nano`. */ sourceLists,
} from '../nano/index.js';
export type {
  /** @deprecated Import it from `r2med/node`. */ NodeToolsOptions,
} from '../node/index.js';
export {
  /** @deprecated Import it from `r2med/pipeline`. */ type Pipeline,
  /** @deprecated Import it from `r2med/pipeline`. */ parseStages,
  /** @deprecated Import it from `r2med/pipeline`. */ printStages,
  /** @deprecated Import it from `r2med/pipeline`. */ slug,
} from '../pipeline/index.js';
export type {
  /** @deprecated Import it from `r2med/prompts`. */ Prompts,
} from '../prompts/index.js';
export type {
  /** @deprecated Import it from `r2med/results`. */ Incomplete,
  /** @deprecated Import it from `r2med/results`. */ QueryResult,
  /** @deprecated Import it from `r2med/results`. */ ResultRecord,
} from '../record/index.js';
export {
  /** @deprecated Import it from `r2med/reranking`. */ groupwise,
  /** @deprecated Import it from `r2med/reranking`. */ insertrank,
  /** @deprecated Import it from `r2med/reranking`. */ pointwise,
  /** @deprecated Import it from `r2med/reranking`. */ type RerankOptions,
  /** @deprecated Import it from `r2med/reranking`. */ setwise,
} from '../reranking/index.js';
export {
  /** @deprecated Import it from `r2med/rescoring`. */ type CheckedResult,
  /** @deprecated Import it from `r2med/rescoring`. */ checkResult,
  /** @deprecated Import it from `r2med/rescoring`. */ taskOpener,
  /** @deprecated Import it from `r2med/rescoring`. */ withMeasures,
} from '../rescoring/index.js';
export {
  /** @deprecated Import it from `r2med/results`. */ DamagedResult,
  /** @deprecated Import it from `r2med/results`. */ publishedRows,
  /** @deprecated Import it from `r2med/results`. */ publishedSources,
  /** @deprecated Import it from `r2med/results`. */ readResult,
  /** @deprecated Import it from `r2med/results`. */ type StoredResult,
  /** @deprecated Import it from `r2med/results`. */ storedRun,
  /** @deprecated Import it from `r2med/results`. */ writeResult,
} from '../results/index.js';
export {
  /** @deprecated Import it from `r2med/retrieval`. */ type Analyzer,
  /** @deprecated Import it from `r2med/retrieval`. */ analyzer,
  /** @deprecated Import it from `r2med/retrieval`. */ type Bm25,
  /** @deprecated Import it from `r2med/retrieval`. */ type Bm25Options,
  /** @deprecated Import it from `r2med/retrieval`. */ bm25Hakari,
  /** @deprecated Import it from `r2med/retrieval`. */ bm25Mteb,
  /** @deprecated Import it from `r2med/retrieval`. */ type Explanation,
  /** @deprecated Import it from `r2med/retrieval`. */ type LsaOptions,
  /** @deprecated Import it from `r2med/retrieval`. */ retrievers,
  /** @deprecated Import it from `r2med/retrieval`. */ searchSystem,
} from '../retrieval/index.js';
export type {
  /** @deprecated Import it from `r2med/scorers`. */ OpenReranker,
} from '../scorers/index.js';
export type {
  /** @deprecated Import it from `r2med/systems`. */ SearcherOptions,
} from '../systems/index.js';
export type {
  /** @deprecated Import it from `r2med/tasks`. */ GivenTask,
} from '../tasks/index.js';
