import type { ReviewDecision } from '../../../experiment/record/index.js';
import type { BuildItem, Decision } from '../item.js';
import { NOT_USABLE, PASS } from './questions.js';
import { decisionOf, type ReviewedStep, reviewId } from './reviewables.js';
import type { ReviewedRows } from './reviewed-rows.js';

/** The decisions about one thing, by question. */
export type DecisionsOf = (id: string) => ReadonlyMap<string, ReviewDecision> | undefined;

/** What reviewers decided about an item, against what its step had decided. */
export interface ReviewVerdict {
  readonly step: ReviewedStep;
  readonly id: string;
  readonly decision: ReviewDecision;
  /** Whether the item went on before, and may go on now. */
  readonly before: boolean;
  readonly now: boolean;
  readonly overturned: boolean;
  /** Of a stage that changed. */
  readonly stage?: NonNullable<BuildItem['stage']>;
}

/** What reviewers decided about items; about pairs of items and documents decide judgements. */
export const verdictsOf = (rows: ReviewedRows, decisionsOf: DecisionsOf): readonly ReviewVerdict[] => {
  const about = (
    items: readonly BuildItem[],
    step: ReviewedStep,
    question: string,
    judge: (item: BuildItem, value: string) => Pick<ReviewVerdict, 'before' | 'now' | 'stage'>,
  ): readonly ReviewVerdict[] =>
    items.flatMap((item) => {
      const decision = decisionsOf(reviewId(step, item.id))?.get(question);
      if (!decision) return [];
      const verdict = judge(item, decision.value);
      const overturned = verdict.before !== verdict.now || verdict.stage !== undefined;
      return [{ step, id: item.id, decision, overturned, ...verdict }];
    });
  const yes = (_: BuildItem, value: string) => ({ before: true, now: value === 'yes' });
  return [
    ...about(rows.classified, 'classify', 'stage', ({ stage }, value) => ({
      before: stage !== undefined,
      now: value !== NOT_USABLE,
      ...(stage !== undefined &&
        value !== NOT_USABLE &&
        value !== stage && { stage: value as NonNullable<BuildItem['stage']> }),
    })),
    ...about(rows.filtered, 'filter', 'usable', (item, value) => ({
      before: decisionOf(item, 'filter')?.label === PASS,
      now: value === PASS,
    })),
    ...about(rows.reformulated, 'reformulate', 'meaning-kept', yes),
    ...about(rows.cases, 'cases', 'diagnosis-hidden', yes),
  ];
};

/** A verdict as the trail of its item has it. */
export const trailEntry = ({ step, decision: { value, rule, reason } }: ReviewVerdict): Decision => ({
  step: 'review',
  label: `${step}: ${value}`,
  reason: reason ?? rule,
  by: `review: ${rule}`,
});
