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

// Build the system that a text such as "hyde(gpt4) > bm25" names.
export { METHODS, type SystemContext, system } from './catalogue/index.js';
// Which words do all stations share?
export {
  byRank,
  type Corpus,
  corpusOf,
  type DocId,
  type Document,
  docId,
  documentsById,
  type Grades,
  type Hit as RankedHit,
  InputError,
  type Judgements,
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
  type Stage,
  type Task,
  type TaskCensus,
  type Tools,
  WorkError,
  type Written,
} from './core/index.js';
// How good was that ranking?
export {
  CappedMAP,
  type Evaluation,
  type EvaluationRule,
  evaluate,
  Hit,
  interval,
  MAP,
  type Measure,
  MicroRecall,
  MRR,
  macroInterval,
  nDCG,
  P,
  parseMeasure,
  parseMeasures,
  Recall,
} from './evaluation/index.js';
// Run this system on that task and keep the record.
export { defaultMeasures, type RunOptions, runSystem, type SystemRun, search } from './experiment/index.js';
// What is written for a query before searching?
export { type StoredTexts, storedWriting } from './generation/index.js';
// How do files come from the hub?
export { bringModel, fetchModel } from './hub/index.js';
// Which table do the results make?
export { type Table, type TableRow, type TableView, tabulate } from './leaderboard/index.js';
// What does this computer offer?
export { type NodeToolsOptions, nodeTools } from './machine/index.js';
// Who embeds?
export {
  type DenseEmbedder,
  type Embedder,
  type LateEmbedder,
  type ModelSettings,
  modelRow,
  modelRows,
  type OpenModel,
  type OwnModule,
  openModel,
  openServed,
  type SparseEmbedder,
} from './models/index.js';
// How are stations coupled?
export { type Pipeline, parseStages, pipeline, printStages, slug, top } from './pipeline/index.js';
// What does a result say?
export type { QueryResult, Result, ResultRecord } from './record/index.js';
// What was run, with what, and what came out?
export {
  publishedRows,
  publishedSources,
  readJudgements,
  readResult,
  readResults,
  readRun,
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
  dense,
  type Explanation,
  type LsaOptions,
  late,
  lsa,
  retrievers,
  sparse,
} from './retrieval/index.js';
// Where do queries, documents and judgements come from?
export { catalogue, storedGenerations, task } from './tasks/index.js';
