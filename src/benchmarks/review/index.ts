export * from './agreement.js';
export { agreementMarkdown, agreementNote, agreementTables } from './agreement-tables.js';
export {
  agreementForRelease,
  decisionsForRelease,
  exportReview,
  type ReviewExportOptions,
} from './export.js';
export { readReviewLabels, type VersionedItem } from './items.js';
export { firstIssue } from './json-file.js';
export { holderOf, linkSince, renewLink, revokeLink } from './links.js';
export { type MadeReviewPlan, makeReviewPlan, type ReviewPlanOptions } from './make-plan.js';
export { basisOf, type ItemAnswers, type ReviewOutcome } from './outcome.js';
export {
  personOf,
  type ReviewAssignment,
  type ReviewPerson,
  type ReviewPlan,
  readReviewPlan,
} from './plan.js';
export { type ReadReview, type ReviewState, readReview } from './state.js';
export { type ReviewStatus, reviewStatusOf } from './status.js';
export { type NewEvent, NotSaved, openStore, type ReviewStore, updateDecisions } from './store.js';
export {
  type AnswerEvent,
  type DecisionEvent,
  medianSeconds,
  type ReadTrail,
  type TrailEvent,
} from './trail.js';
