export { type AgreementRow, type OverturnRow, type ReviewAgreement, reviewAgreement } from './agreement.js';
export { agreementForRelease } from './agreement-for-release.js';
export { agreementMarkdown, agreementNote, agreementTables } from './agreement-tables.js';
export { type ExportOptions, exportReview } from './export.js';
export { readLabels, type VersionedItem } from './items.js';
export { firstIssue } from './json-file.js';
export { holderOf, linkSince, renewLink, revokeLink } from './links.js';
export { type MadePlan, makePlan, type PlanOptions } from './make-plan.js';
export { basisOf, type ItemAnswers, type Outcome } from './outcome.js';
export { type Assignment, type Person, personOf, type ReviewPlan, readPlan } from './plan.js';
export { type ReadReview, type ReviewState, readReview } from './state.js';
export { type ReviewStatus, statusOf } from './status.js';
export { type NewEvent, NotSaved, openStore, type ReviewStore, updateDecisions } from './store.js';
export {
  type AnswerEvent,
  type DecisionEvent,
  medianSeconds,
  type ReadTrail,
  type TrailEvent,
} from './trail.js';
