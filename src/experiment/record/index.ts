export type {
  AuditCheck,
  AuditExample,
  AuditedTask,
  AuditFigure,
  AuditPair,
  AuditReport,
  AuditSettings,
  AuditSeverity,
  FigureGroup,
  LeakagePart,
  LeakageReport,
  LeakedPair,
  QueryNeed,
  ReasoningNeed,
  ScoreDependence,
} from './audit.js';
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
export { findingsOf, SEVERITIES } from './findings.js';
export { type Incomplete, incompleteText } from './incomplete.js';
export { LiveRun, type LiveWork } from './live-run.js';
export { json, keyedBy } from './own-keys.js';
export type { PublishedEntry, PublishedOrigin } from './published-entry.js';
export { QueryResult, RECORD_VERSION, type Result, ResultRecord } from './record.js';
export type {
  ModelLabel,
  ReviewChoice,
  ReviewDecision,
  ReviewItem,
  ReviewQuestion,
} from './review.js';
export { Seal, SealedRecord } from './sealed-record.js';
