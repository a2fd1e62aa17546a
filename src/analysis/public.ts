/** r2med/analysis: what results say */

// comparison: systems against a baseline, small sets of tasks against full ones
export type { ComparisonRow } from '../evaluation/statistics/index.js';
// leaderboard: results as a table, with their costs
// explanation: why a query came out as it did
export type { PublishedEntry, QueryExplanation, SystemExplanation } from '../experiment/record/index.js';
export {
  type ComparedSystem,
  type ComparedSystemsOptions,
  type CompareSystemsOptions,
  type ComparisonGate,
  comparedSystems,
  compareSets,
  compareSlices,
  compareSystems,
  comparisonGates,
  findSystemScores,
  type GateOptions,
  type MovedQuery,
  matchTasks,
  movedQueries,
  overallComparison,
  type RerankedSystem,
  rerankedSystems,
  type SetsComparison,
  type SlicedComparison,
  type SlicerName,
  type SystemScores,
  type SystemsComparison,
  scoreRunFile,
  scoresOfResults,
  slicers,
  systemsOnSets,
} from './comparison/index.js';
export {
  type ExplainOptions,
  type ExplainSearchOptions,
  explainQuery,
  explainSearch,
  type SystemToExplain,
  worstQuery,
} from './explanation/index.js';
// export: files for other programs, papers and leaderboards
export {
  checkSystems,
  type ExportFormat,
  type ExportFormatName,
  type ExportInput,
  type ExportOptions,
  exportFormats,
  exportInput,
  LeaderboardFile,
  type ReceiverVerdict,
  receivers,
  writeExport,
} from './export/index.js';
export {
  type CostName,
  costFront,
  type PublishedTableRow,
  paretoFront,
  type ResultTable,
  type ResultTableRow,
  type ResultTableView,
  type SystemCost,
  tabulate,
  tabulatePublished,
  type VectorEfficiency,
  vectorEfficiency,
} from './leaderboard/index.js';
