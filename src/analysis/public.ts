/** r2med/analysis: what results say */

// comparison: systems against a baseline, small sets of tasks against full ones

// leaderboard: results as a table, with their costs
// explanation: why a query came out as it did
export type { PublishedEntry, QueryExplanation, SystemExplanation } from '../experiment/record/index.js';
export {
  type ComparedSystem,
  type ComparisonGate,
  comparedSystems,
  compareRuns,
  compareSets,
  compareSlices,
  compareSystems,
  comparisonGates,
  findSystemScores,
  type MovedQuery,
  movedQueries,
  overallComparison,
  type RerankedSystem,
  type RunsComparison,
  rerankedSystems,
  type SetsComparison,
  type SlicedComparison,
  type SlicerName,
  type SystemScores,
  type SystemsComparison,
  scoreRunFile,
  scoresOfResults,
  slicers,
  type TaskFailures,
  taskFailures,
} from './comparison/index.js';
export { explainQuery, explainSearch, type SystemToExplain } from './explanation/index.js';
// export: files for other programs, papers and leaderboards
export {
  checkSystems,
  type ExportFormat,
  type ExportFormatName,
  exportFormats,
  exportInput,
  LeaderboardFile,
  type ReceiverVerdict,
  receivers,
  writeExport,
} from './export/index.js';
// failures: how queries came out, by one rule each
export {
  type FailureKind,
  failureKindOf,
  failureKinds,
  type QueryOutcome,
} from './failures/index.js';
export {
  type CostName,
  costFront,
  paretoFront,
  type ResultTable,
  type SystemCost,
  tabulate,
  tabulatePublished,
  type VectorEfficiency,
  vectorEfficiency,
} from './leaderboard/index.js';
// tuning: settings by cross-validation
export { crossValidate, planTuning, type TuningRequest, type TuningResult, tune } from './tuning/index.js';
