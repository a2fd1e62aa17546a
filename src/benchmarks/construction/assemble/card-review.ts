import type { ReviewSummary } from '../step.js';
import { type CardFacts, cardTable } from './card-facts.js';

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** What experts decided, how often they overturned a step, and how far they agreed. */
export const reviewSection = ({
  review,
  applied,
  agreement,
}: Pick<CardFacts, 'review' | 'applied' | 'agreement'>): readonly string[] => {
  if (review.decisions.length === 0)
    return ['No expert has reviewed this release. All labels are those of models and rules.'];
  const decided = new Set(review.decisions.map(({ item }) => item)).size;
  const adjudicated = review.decisions.filter(({ rule }) => rule === 'adjudicated').length;
  return [
    `Decided: ${decided} of ${review.items.length} drawn items, blind to what models and other reviewers said. Answers that were adjudicated: ${adjudicated}. Items that left the release by it: ${applied.rejected.length}.`,
    cardTable(
      ['Step', 'Decided', 'Overturned', 'Share'],
      applied.overturned.map(({ step, decided: all, overturned, share }) => [
        step,
        all,
        overturned,
        percent(share),
      ]),
    ),
    ...(agreement ? agreementTexts(agreement) : []),
  ];
};

const agreementTexts = ({ questions, reviewers }: ReviewSummary): readonly string[] => [
  cardTable(
    ['Reviewer', 'Answered', 'Could not say', 'Minutes'],
    reviewers.map(({ reviewer, answered, skipped, totalSeconds }) => [
      reviewer,
      answered,
      skipped,
      Math.round(totalSeconds / 60),
    ]),
  ),
  cardTable(
    ['Question', 'Items', 'Agreement', "Krippendorff's alpha", "Gwet's AC1"],
    questions.map(({ over, report: { comparedItems, coefficients } }) => [
      over,
      comparedItems,
      figure(coefficients.percent),
      figure(coefficients.alphaNominal),
      figure(coefficients.ac1),
    ]),
  ),
  'Agreement of the reviewers before adjudication, with 95 % bootstrap intervals. `provenance/agreement.json` has all coefficients, also by body system and of each reviewer with each model.',
];

const figure = ({
  value,
  interval,
}: {
  readonly value?: number;
  readonly interval?: { readonly low: number; readonly high: number };
}): string =>
  value === undefined
    ? '–'
    : `${value.toFixed(2)}${interval ? ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})` : ''}`;
