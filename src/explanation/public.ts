/** r2med/explanation: why a query came out as it did, and search by hand, each score as a sum. */
export type { ExplainedScore, NearSentence, ScoreKind, ScorePart, TextRange } from '../core/index.js';
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
} from '../record/index.js';
export {
  type ExplainOptions,
  explainQuery,
  explainSearch,
  type SearchOptions,
  type SystemToExplain,
  type WorstQuery,
  worstQuery,
} from './index.js';
