export { countedResults, incompleteLine, isIncomplete } from './counted-results.js';
export type {
  ExplainedHit,
  ExplainedQuery,
  ExplainedText,
  GoldDocument,
  Match,
  MissingEvidence,
  NearestMiss,
  PartDifference,
  QueryExplanation,
  SystemExplanation,
} from './explanation.js';
export { type Facts, factParts, factsOf } from './facts.js';
export { type Incomplete, incompleteText } from './incomplete.js';
export { LiveRun, type LiveWork } from './live-run.js';
export { QueryResult, RECORD_VERSION, type Result, ResultRecord } from './record.js';
export { Seal, SealedRecord } from './sealed-record.js';
