/**
 * r2med as a library: the contents page, in the order data travels.
 *
 * @example
 * import { bm25, evaluate, nDCG, search, task } from 'r2med';
 *
 * const biology = await task('sample', 'Biology');
 * const run = await search(bm25(), biology);
 * console.log(evaluate(run, biology.judgements, [nDCG.at(10)]).means);
 */

// Is one system better than another, and where?
export {
  type ComparedSystem,
  compareSets,
  compareSlices,
  compareSystems,
  findSystemScores,
  gates,
  matchTasks,
  movedQueries,
  type SystemScores,
  type SystemsComparison,
  scoreRunFile,
  scoresOfResults,
  systemsOnSets,
} from './comparison/index.js';
// Which words do all stations share?
export {
  byRank,
  type Corpus,
  corpusOf,
  type DenseEmbedder,
  type DocId,
  type Document,
  docId,
  documentsById,
  type Embedder,
  type FailedWork,
  failedWork,
  type GeneratedText,
  type Grades,
  type Hit,
  InputError,
  type Judgements,
  type LateEmbedder,
  type Query,
  type QueryId,
  queryId,
  type Ranked,
  type Ranking,
  type Reranker,
  type Retriever,
  type Rewriter,
  type Run,
  type Runner,
  ranking,
  type Scorer,
  type Searcher,
  type SearchQuery,
  type SparseEmbedder,
  type Stage,
  type Task,
  type TaskStatistics,
  type Tools,
  WorkError,
} from './core/index.js';
export {
  type CustomModule,
  embedder,
  type InCodeEmbedder,
  type InCodeReranker,
  type InCodeSearch,
  reranker,
} from './custom/index.js';
export {
  type ModelSettings,
  modelEntries,
  modelEntry,
  type OpenModel,
  openEmbeddingApi,
  openModel,
} from './embedders/index.js';
// How good was that ranking?
export {
  bpref,
  CappedMAP,
  compareMacro,
  comparePaired,
  ERR,
  type Evaluation,
  type EvaluationRule,
  evaluate,
  HitRate,
  holm,
  infAP,
  interval,
  Judged,
  kendall,
  MAP,
  type Measure,
  type MeasureParameters,
  MicroRecall,
  MRR,
  macroInterval,
  nDCG,
  P,
  type PairedComparison,
  type PairedScores,
  pairedTTest,
  parseMeasure,
  parseMeasures,
  RBP,
  Recall,
  Rprec,
  randomisationTest,
  setAgreement,
  spearman,
} from './evaluation/index.js';
// Run this system on that task and keep the record.
export {
  accuracyOf,
  answerRelation,
  defaultMeasures,
  defineExperiment,
  type Experiment,
  type ExperimentPlan,
  expand,
  type GenerateOptions,
  generateTask,
  type JudgeTaskOptions,
  judgeTask,
  type PlannedRun,
  type RunOptions,
  readPlan,
  runPlan,
  runSystem,
  type SystemRun,
  search,
} from './experiment/index.js';
// How do several rankings become one?
export { combMnz, combSum, type Fusion, fuse, rrf, searchEach, weighted } from './fusion/index.js';
// What is written for a query before searching?
export {
  type Draft,
  diagnose,
  feedback,
  type GenerationMethod,
  generateTexts,
  hyde,
  judgeAnswers,
  lamer,
  llmRewriter,
  planGeneration,
  query2doc,
  readVerdict,
  type StoredTexts,
  searchO1,
  searchR1,
  storedRewriter,
} from './generation/index.js';
// How do files come from the hub?
export { ensureModel, fetchModel } from './hub/index.js';
// Which table do the results make?
export {
  costFront,
  type Efficiency,
  efficiency,
  paretoFront,
  type SystemCost,
  type Table,
  type TableRow,
  type TableView,
  tabulate,
} from './leaderboard/index.js';
// Who embeds, scores or writes?
export {
  type CachedChat,
  ChatFailure,
  type ChatModel,
  type ChatRequest,
  cachedChat,
  type LlmSettings,
  llms,
  openChat,
  openLlm,
  type Reply,
} from './llms/index.js';
// How does a task become a small one?
export { buildNano, NANO_DEFAULTS, profileGroup, profileTask, sourceLists } from './nano/index.js';
// What does this computer offer?
export { type NodeToolsOptions, nodeTools } from './node/index.js';
// How are stations coupled?
export { type Pipeline, parseStages, pipeline, printStages, slug, top } from './pipeline/index.js';
// Which words go to a language model?
export { openPrompts, type Prompts } from './prompts/index.js';
// What does a result say?
export type { Incomplete, QueryResult, Result, ResultRecord } from './record/index.js';
// In which order do the found documents come?
export {
  gptReranker,
  groupwise,
  insertrank,
  type LlmRerankMethod,
  listwise,
  pointwise,
  type RerankMethod,
  type RerankOptions,
  rerank,
  scored,
  setwise,
} from './reranking/index.js';
// What do kept rankings score?
export { type CheckedResult, checkResult, taskOpener, withMeasures } from './rescoring/index.js';
// What was run, with what, and what came out?
export {
  DamagedResult,
  publishedRows,
  publishedSources,
  readJudgements,
  readResult,
  readResults,
  readRun,
  type StoredResult,
  storedRun,
  writeResult,
  writeRun,
} from './results/index.js';
// Which documents come back?
export {
  type Analyzer,
  analyzer,
  type Bm25,
  type Bm25Options,
  bm25,
  bm25Hakari,
  bm25Lucene,
  bm25Mteb,
  type Explanation,
  type LsaOptions,
  late,
  lsa,
  retrievers,
  searchSystem,
  sparse,
} from './retrieval/index.js';
export { type OpenReranker, openReranker } from './scorers/index.js';
// Build the system that a text such as "hyde(gpt4) > bm25" names.
export {
  dense,
  type LlmPool,
  llmPool,
  METHODS,
  type SearcherOptions,
  type SystemContext,
  searcher,
  system,
} from './systems/index.js';
// Where do queries, documents and judgements come from?
export { type GivenTask, storedGenerations, task, taskOf, taskRegistry } from './tasks/index.js';
