import type { AgreementFigure } from '../../../evaluation/statistics/index.js';
import type { ReviewSummary } from '../step.js';
import { type CardFacts, cardTable } from './card-facts.js';

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** What experts decided, how often they overturned a step, and how far they agreed. */
export const reviewSection = ({ review, applied, agreement }: CardFacts): readonly string[] => {
  if (review.decisions.length === 0)
    return ['No expert has reviewed this release. All labels are those of models and rules.'];
  const decided = new Set(review.decisions.map(({ item }) => item)).size;
  const adjudicated = review.decisions.filter(({ rule }) => rule === 'adjudicated').length;
  return [
    `Decided: ${decided} of ${review.items.length} drawn items, blind to what models and other reviewers said. Answers that were adjudicated: ${adjudicated}. Items that left the release by it: ${applied.rejected.length}.`,
    cardTable(applied.overturned, [
      ['Step', ({ step }) => step],
      ['Decided', (rate) => rate.decided],
      ['Overturned', ({ overturned }) => overturned],
      ['Share', ({ share }) => percent(share)],
    ]),
    ...(agreement ? agreementTexts(agreement) : []),
  ];
};

const agreementTexts = ({ questions, reviewers }: ReviewSummary): readonly string[] => [
  cardTable(reviewers, [
    ['Reviewer', ({ reviewer }) => reviewer],
    ['Answered', ({ answered }) => answered],
    ['Could not say', ({ skipped }) => skipped],
    ['Minutes', ({ totalSeconds }) => Math.round(totalSeconds / 60)],
  ]),
  cardTable(questions, [
    ['Question', ({ over }) => over],
    ['Items', ({ report }) => report.comparedItems],
    ['Agreement', ({ report }) => figure(report.coefficients.percent)],
    ["Krippendorff's alpha", ({ report }) => figure(report.coefficients.alphaNominal)],
    ["Gwet's AC1", ({ report }) => figure(report.coefficients.ac1)],
  ]),
  'Agreement of the reviewers before adjudication, with 95 % bootstrap intervals. `provenance/agreement.json` has all coefficients, also by body system and of each reviewer with each model.',
];

const figure = ({ value, interval }: AgreementFigure): string =>
  value === undefined
    ? '–'
    : `${value.toFixed(2)}${interval ? ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})` : ''}`;
