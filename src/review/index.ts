export { linkSince, renewLink, revokeLink } from './links.js';
export { type MadePlan, makePlan, type PlanOptions } from './make-plan.js';
export { personOf, type ReviewPlan, readPlan } from './plan.js';
export { type ServedReview, type ServeReviewOptions, serveReview } from './server.js';
export { type ReviewState, readReview } from './state.js';
export { type ReviewStatus, statusOf } from './status.js';
export { decisionsText } from './store.js';
