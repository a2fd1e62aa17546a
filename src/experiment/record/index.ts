export {
  type AuditCheck,
  type AuditExample,
  type AuditedTask,
  type AuditFigure,
  type AuditPair,
  type AuditReport,
  type AuditSettings,
  type AuditSeverity,
  type FigureGroup,
  findingsOf,
  type LeakagePart,
  type LeakageReport,
  type LeakedPair,
  type QueryNeed,
  type ReasoningNeed,
  type ScoreDependence,
  SEVERITIES,
} from './audit.js';
export { countedResults, incompleteLine, isIncomplete } from './counted-results.js';
export type {
  ExplainedHit,
  ExplainedText,
  GoldDocument,
  Match,
  MissingEvidence,
  NearestMiss,
  PartDifference,
  QueryExplanation,
  SystemExplanation,
} from './explanation.js';
export { type Facts, factParts, factsOf, json, keyedBy, knownSum } from './facts.js';
export { type Incomplete, incompleteText } from './incomplete.js';
export { LiveRun, type LiveWork } from './live-run.js';
export { recordedSettings, recordedText, rerunWords, specParts } from './made-again.js';
export { matchesIn } from './matches.js';
export {
  NUMBER_TYPES,
  type NumberType,
  namedType,
  numberTypeOf,
  type Tolerance,
  widerType,
} from './number-types.js';
export type { ModelFacts, PublishedEntry, PublishedOrigin } from './published-entry.js';
export { QueryResult, RECORD_VERSION, type Result, ResultRecord, Seal, SealedRecord } from './record.js';
export type {
  AttributedDecision,
  ModelLabel,
  ReviewChoice,
  ReviewDecision,
  ReviewItem,
  ReviewQuestion,
} from './review.js';
