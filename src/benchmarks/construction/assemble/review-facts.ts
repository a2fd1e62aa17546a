import { z } from 'zod';
import { commandLine, defined, groupBy, type JsonObject, WorkError } from '../../../core/index.js';
import { buildLine } from '../build-line.js';
import type { AppliedReview } from '../review/apply-decisions.js';
import type { WorkFolder } from '../step.js';
import { rowsIfThere } from '../work-folder.js';

const ReviewedItem = z.object({ id: z.string(), questions: z.array(z.object({ name: z.string() })) });
const DecisionRow = z.object({
  question: z.string(),
  value: z.string(),
  reason: z.string().exactOptional(),
  item: z.string(),
  rule: z.enum(['unanimous', 'majority', 'adjudicated']),
});

export interface ReviewFiles {
  readonly items: readonly z.infer<typeof ReviewedItem>[];
  readonly decisions: readonly z.infer<typeof DecisionRow>[];
}

export const REVIEW_FILES = ['review/items', 'review/decisions'] as const;

export const readReviewFiles = async (work: WorkFolder): Promise<ReviewFiles> => ({
  items: await rowsIfThere(work, 'review/items', ReviewedItem),
  decisions: await rowsIfThere(work, 'review/decisions', DecisionRow),
});

/** Refuses to go on while items wait for the experts. */
export const mustBeReviewed = ({ items, decisions }: ReviewFiles, folder: string): void => {
  const decided = new Set(decisions.map(({ item, question }) => JSON.stringify([item, question])));
  const open = items.filter(({ id, questions }) =>
    questions.some(({ name }) => !decided.has(JSON.stringify([id, name]))),
  );
  const review = `${folder}/review`;
  if (items.length === 0)
    throw new WorkError('build assemble: nothing was reviewed', `run this first: ${buildLine('review')}`);
  if (open.length > 0)
    throw new WorkError(
      `build assemble: ${open.length} of ${items.length} items wait for a decision of the reviewers`,
      `let them answer (${commandLine('review', 'plan', review, '--reviewer', 'NAME', '--reviewer', 'NAME')}, then ${commandLine('review', 'serve', review)}) and run the same command again; or set review: optional`,
    );
};

/** What was reviewed, by which rules it was decided, and how often the steps were overturned. */
export const reviewFacts = ({ items, decisions }: ReviewFiles, applied: AppliedReview): JsonObject => ({
  items: items.length,
  decided: new Set(decisions.map(({ item }) => item)).size,
  rules: Object.fromEntries(
    [...groupBy(decisions, ({ rule }) => rule)].map(([rule, own]) => [rule, own.length]),
  ),
  blind: 'reviewers did not see what models or other reviewers decided',
  overturned: applied.overturned.map((rate) => ({ ...rate })),
  rejected: applied.rejected.map(({ id, step, decision: { value, reason } }) =>
    defined({ id, step, value, reason }),
  ),
  restored: applied.restored.map(({ id, step }) => ({ id, step })),
  unmatched: applied.unmatched,
});
