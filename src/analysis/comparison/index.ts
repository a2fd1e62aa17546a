export { type AblatedSystem, ablatedSystems } from './ablated-systems.js';
export { compareRuns, type RunsComparison } from './compare-runs.js';
export {
  type AgreementRow,
  compareSets,
  type SetsComparison,
} from './compare-sets.js';
export {
  type ComparedSystem,
  compareSystems,
  overallComparison,
  type SystemsComparison,
} from './compare-systems.js';
export { comparedSystems } from './compared-systems.js';
export { findSystemScores, scoreRunFile } from './find-system-scores.js';
export { type ComparisonGate, comparisonGates, incompleteGates, type Verdict } from './gate.js';
export { judgementsIn, taskOfJudgements } from './judged-task.js';
export { matchTasks, type NanoTask, type TaskPair } from './match-tasks.js';
export { type FirstHit, type MovedDocument, type MovedQuery, movedQueries } from './moved-queries.js';
export type { PairedTask } from './pair-tasks.js';
export { type RerankedSystem, rerankedSystems } from './reranked-systems.js';
export { compareSlices, type SlicedComparison, type SlicerName, slicers } from './slices.js';
export {
  countedScores,
  type ScoredTask,
  type SystemScores,
  scoresOfResults,
  scoresWithMeasures,
} from './system-scores.js';
export { systemsOnSets } from './systems-on-sets.js';
export { type TaskFailures, taskFailures } from './task-failures.js';
export { firstWords } from './task-texts.js';
export { termOverlaps } from './term-overlaps.js';
export {
  AGREEMENT_DEPTH,
  agreementGates,
  agreementIn,
  parseThreshold,
  type Threshold,
  thresholdGates,
  UNKNOWN_WITHOUT_JUDGEMENTS,
} from './thresholds.js';
export {
  type ChangedQuery,
  type ComparedTops,
  compareTops,
  rankedFile,
  rankedScores,
  type TopAgreement,
} from './top-agreement.js';
export { firstStageName, variantsAmong } from './variants.js';
