export type {
  AuditLink,
  AuditList,
  AuditPage,
  AuditPairs,
  AuditRow,
  Excerpt,
  PairTexts,
} from './audit-page.js';
export type { BoardSlices } from './board-slices.js';
export { isKey, type Key, keyOf } from './keys.js';
export type {
  Board,
  BoardMeasure,
  BoardTask,
  Caveat,
  Leaderboard,
  LeaderboardRow,
  RowSource,
} from './leaderboard.js';
export type { LiveState, ShownRun } from './live-state.js';
export type {
  NanoAgreement,
  NanoList,
  NanoPage,
  NanoProfile,
  NanoTaskRow,
} from './nano-page.js';
export type { QueryPage, QueryScore, QueryScores, RankedHit } from './query-page.js';
export {
  addresses,
  type ContentOf,
  type KeyOf,
  type KeysOf,
  type ResourceAddress,
  type ResourceName,
  resourceAt,
  SCRIPT_FUNCTION,
  type SiteResource,
  scriptAddress,
  searchAddress,
  siteResources,
} from './resources.js';
export {
  type AdjudicationItem,
  type AdjudicationWork,
  type AnswerRequest,
  type BreakRequest,
  type DecisionRequest,
  type GivenAnswer,
  LINK_FRAGMENT,
  linkOf,
  type OwnAnswer,
  REVIEW_AS,
  type ReviewError,
  type ReviewHistory,
  type ReviewProgress,
  type ReviewSession,
  type ReviewWork,
  reviewApi,
  type ShownItem,
  type SignIn,
} from './review.js';
export type { Searchers } from './searchers.js';
export type { SiteIndex, SystemLink } from './site-index.js';
export { snippetOf } from './snippet.js';
export type {
  Provenance,
  SystemPage,
  SystemTask,
} from './system-page.js';
export type { QueryDifficulty, TaskExample, TaskPage, TaskScore, TextSpread } from './task-page.js';
