import type { AuditReport } from '../../../experiment/record/index.js';
import type { AppliedReview } from '../review/apply-decisions.js';
import type { ReviewSummary } from '../review/review-summary.js';
import type { StepReport } from '../step.js';
import type { Blocker } from './blockers.js';
import type { ReleaseTask } from './release-task.js';
import type { ReviewFiles } from './review-facts.js';
import type { ReleaseStatistics } from './statistics.js';

/** Everything that the card of a release tells. */
export interface CardFacts {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
  readonly about: string;
  readonly tasks: readonly ReleaseTask[];
  readonly statistics: readonly ReleaseStatistics[];
  readonly reports: readonly StepReport[];
  readonly audits: readonly AuditReport[];
  readonly accepted: readonly (Blocker & { readonly accepted: string })[];
  readonly review: ReviewFiles;
  readonly applied: AppliedReview;
  /** Absent where nobody reviewed, or the review is kept elsewhere. */
  readonly agreement?: ReviewSummary;
  readonly unjudged: 'excluded' | 'removed';
}
