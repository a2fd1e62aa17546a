import { groupBy } from '../../../core/index.js';
import type { ReviewDecision } from '../../../experiment/record/index.js';
import type { BuildItem, Decision, JudgedCandidate } from '../item.js';
import { reviewedScores } from '../judge/calibrate.js';
import { labelOf } from '../judge/grades.js';
import { NOT_USABLE, PASS } from './questions.js';
import { decisionOf, REVIEWED_STEPS, type ReviewedStep, reviewables, reviewId } from './reviewables.js';
import type { ReviewedRows } from './reviewed-rows.js';

export type AppliedReview = ReturnType<typeof applyDecisions>;

/**
 * Lets the decisions of reviewers count: a rejected item leaves, a stage or a judgement changes. Every verdict is added to the trail of its item;
 * judgements that changed are marked `by: review`.
 */
export const applyDecisions = (rows: ReviewedRows, decisions: readonly ReviewDecision[]) => {
  const byId = groupBy(decisions, ({ item }) => item);
  const decisionOn = (id: string, name: string) =>
    byId.get(id)?.findLast(({ question }) => question === name);
  const verdicts = verdictsOf(rows, decisionOn);
  const rejected = verdicts.filter(({ before, now }) => before && !now);
  const gone = new Set(rejected.map(({ id }) => id));
  const verdictsAbout = groupBy(verdicts, ({ id }) => id);
  const reviewed = (items: readonly BuildItem[]): readonly BuildItem[] =>
    items
      .filter(({ id }) => !gone.has(id))
      .map((item) => (verdictsAbout.get(item.id) ?? []).reduce(withVerdict, item));
  const judged = relabel(rows.judged, (row) => {
    const own = byId.get(reviewId('judge', row.item, row.duplicateOf ?? row.passage)) ?? [];
    // Of two decisions the last counts; one about one criterion alone gives no label.
    const scores = reviewedScores(own.toReversed());
    return scores && labelOf([scores], rows.rule);
  });
  const caseJudged = relabel(rows.caseJudged, (row) => {
    const decision = decisionOn(reviewId('cases', row.item, row.passage), 'similar');
    return decision && (decision.value === 'yes' ? 'relevant' : 'not-relevant');
  });
  const known = new Set(reviewables(rows).map(({ item }) => item.id));
  const outcomes = [
    ...verdicts,
    ...judged.outcomes.map((overturned) => ({ step: 'judge' as const, overturned })),
    ...caseJudged.outcomes.map((overturned) => ({ step: 'cases' as const, overturned })),
  ];
  return {
    evidence: { items: reviewed(rows.reasoned), judged: judged.rows },
    cases: { items: reviewed(rows.cases), judged: caseJudged.rows },
    rejected,
    /** Items that a step had held back and that reviewers find usable. They lack what later steps add, so they stay out. */
    restored: verdicts.filter(({ id, before, now }) => !before && now && !gone.has(id)),
    overturned: REVIEWED_STEPS.flatMap((step) => rateOf(step, outcomes)),
    /** Decisions about something that the work folder does not have. */
    unmatched: [...byId.keys()].filter((id) => !known.has(id)).length,
  };
};

const withVerdict = (item: BuildItem, verdict: ReviewVerdict): BuildItem => {
  const trail = [...item.trail, trailEntry(verdict)];
  if (verdict.stage === undefined) return { ...item, trail };
  // Reviewers were not asked what kind of examination or treatment it is.
  const { kind: _, ...rest } = item;
  return { ...rest, stage: verdict.stage, trail };
};

/** Rows with the labels of the review, and for each that was reviewed itself whether its label changed. */
const relabel = (
  rows: readonly JudgedCandidate[],
  labelIn: (row: JudgedCandidate) => JudgedCandidate['label'] | undefined,
): { readonly rows: readonly JudgedCandidate[]; readonly outcomes: readonly boolean[] } => {
  const outcomes: boolean[] = [];
  const relabelled = rows.map((row): JudgedCandidate => {
    const label = labelIn(row);
    if (label === undefined) return row;
    if (row.duplicateOf === undefined) outcomes.push(label !== row.label);
    return label === row.label ? row : { ...row, label, by: 'review' };
  });
  return { rows: relabelled, outcomes };
};

const rateOf = (
  step: ReviewedStep,
  outcomes: readonly { readonly step: ReviewedStep; readonly overturned: boolean }[],
) => {
  const own = outcomes.filter((outcome) => outcome.step === step);
  const overturned = own.filter((outcome) => outcome.overturned).length;
  return own.length === 0 ? [] : [{ step, decided: own.length, overturned, share: overturned / own.length }];
};

/** What reviewers decided about an item, against what its step had decided. */
export interface ReviewVerdict {
  readonly step: ReviewedStep;
  readonly id: string;
  readonly decision: ReviewDecision;
  /** Whether the item went on before, and may go on now. */
  readonly before: boolean;
  readonly now: boolean;
  readonly overturned: boolean;
  readonly stage?: NonNullable<BuildItem['stage']>;
}

/** What reviewers decided about items; about pairs of items and documents decide judgements. */
export const verdictsOf = (
  rows: ReviewedRows,
  decisionOn: (id: string, question: string) => ReviewDecision | undefined,
): readonly ReviewVerdict[] => {
  const about = (
    items: readonly BuildItem[],
    step: ReviewedStep,
    question: string,
    judge: (item: BuildItem, value: string) => Pick<ReviewVerdict, 'before' | 'now' | 'stage'>,
  ): readonly ReviewVerdict[] =>
    items.flatMap((item) => {
      const decision = decisionOn(reviewId(step, item.id), question);
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

export const trailEntry = ({ step, decision: { value, rule, reason } }: ReviewVerdict): Decision => ({
  step: 'review',
  label: `${step}: ${value}`,
  reason: reason ?? rule,
  by: `review: ${rule}`,
});
