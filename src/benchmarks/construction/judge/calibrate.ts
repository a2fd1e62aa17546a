import { z } from 'zod';
import { groupBy, type Json, type JsonObject } from '../../../core/index.js';
import { agreement, confusionTable } from '../../../evaluation/statistics/index.js';
import type { JudgedCandidate } from '../item.js';
import { type Criterion, GRADES, type LabelRule, labelOf, meanOf, type Scores } from './grades.js';
import { FIELD, pairId } from './judge-figures.js';

/** A decision of the review, as its file has it. */
export const DecidedByReview = z.object({ item: z.string(), question: z.string(), value: z.string() });
type DecidedByReview = z.infer<typeof DecidedByReview>;

/** Half grades: means of two judges lie there too. */
const THRESHOLDS = [1, 1.5, 2, 2.5, 3, 3.5, 4] as const;

/**
 * Judges against reviewers, on the candidates that both graded on both criteria: the labels of both by the same rule, agreement per criterion, and precision
 * and recall of every threshold for the mean. A threshold is suggested and never applied.
 */
export const calibrate = (
  judged: readonly JudgedCandidate[],
  decisions: readonly DecidedByReview[],
  rule: LabelRule,
): JsonObject | undefined => {
  // Items of the review are named by item and passage.
  const reviewed = groupBy(decisions, ({ item }) => item);
  const both = judged.flatMap((row) => {
    const review = reviewedScores(row.judges.length > 0 ? (reviewed.get(pairId(row)) ?? []) : []);
    return review ? [{ row, review }] : [];
  });
  if (both.length === 0) return undefined;
  const labelled = both.map(({ row, review }) => ({
    id: pairId(row),
    judges: labelOf(row.judges, rule),
    reviewers: labelOf([review], rule),
    mean: Math.min(...Object.values(FIELD).map((field) => meanOf(row.judges.map((judge) => judge[field])))),
  }));
  const ratings = labelled.flatMap(({ id, judges, reviewers }) => [
    { item: id, rater: 'reviewers', value: reviewers },
    { item: id, rater: 'judges', value: judges },
  ]);
  const thresholds = THRESHOLDS.map((threshold) => ({ threshold, ...precisionAt(threshold, labelled) }));
  const best = thresholds.reduce<(typeof thresholds)[number] | undefined>(
    (so, each) => (each.f1 !== null && each.f1 >= (so?.f1 ?? 0) ? each : so),
    undefined,
  );
  return {
    reviewed: both.length,
    confusion: confusionTable(ratings, ['reviewers', 'judges'], LABELS) as unknown as Json,
    agreement: Object.fromEntries(
      Object.entries(FIELD).map(([criterion, field]) => [
        criterion,
        agreement(
          both.flatMap(({ row, review }) => [
            { item: pairId(row), rater: 'reviewers', value: review[field] },
            ...row.judges.map((judge) => ({ item: pairId(row), rater: judge.judge, value: judge[field] })),
          ]),
          { categories: GRADES },
        ) as unknown as Json,
      ]),
    ),
    thresholds,
    suggested: best && best.f1! > 0 ? { high: best.threshold, f1: best.f1 } : null,
  };
};

const LABELS = ['relevant', 'unjudged', 'not-relevant'] as const;

/** The grades of a reviewed pair; undefined where it was not graded on both criteria. */
export const reviewedScores = (decisions: readonly DecidedByReview[]): Scores | undefined => {
  const gradeOf = (criterion: Criterion): number =>
    Number(decisions.find(({ question }) => question === criterion)?.value ?? Number.NaN);
  const answerRelevance = gradeOf('answer-relevance');
  const reasoningSupport = gradeOf('reasoning-support');
  return Number.isNaN(answerRelevance + reasoningSupport) ? undefined : { answerRelevance, reasoningSupport };
};

/** Precision, recall and F1 of "at least the threshold on both criteria" against the reviewers' relevant documents. */
const precisionAt = (
  threshold: number,
  labelled: readonly { readonly mean: number; readonly reviewers: JudgedCandidate['label'] }[],
): { readonly precision: number | null; readonly recall: number | null; readonly f1: number | null } => {
  const taken = labelled.filter(({ mean }) => mean >= threshold);
  const relevant = labelled.filter(({ reviewers }) => reviewers === 'relevant').length;
  const right = taken.filter(({ reviewers }) => reviewers === 'relevant').length;
  const precision = taken.length === 0 ? null : right / taken.length;
  const recall = relevant === 0 ? null : right / relevant;
  const f1 =
    precision === null || recall === null
      ? null
      : right === 0
        ? 0
        : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
};
