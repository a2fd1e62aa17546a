import type { CardFacts } from './card-facts.js';
import { table } from './card-text.js';

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
  const reviewers = new Set(review.answers.map(({ reviewer }) => reviewer)).size;
  const adjudicated = review.decisions.filter(({ rule }) => rule === 'adjudicated').length;
  return [
    `${decided} of ${review.items.length} drawn items were decided${reviewers > 0 ? ` by ${reviewers} reviewers` : ''}, blind to what models and other reviewers said; ${adjudicated} answers were adjudicated. ${applied.rejected.length} items left the release by it.`,
    table(
      ['Step', 'Decided', 'Overturned', 'Share'],
      applied.overturned.map(({ step, decided: all, overturned, share }) => [
        step,
        all,
        overturned,
        percent(share),
      ]),
    ),
    ...(agreement.some(({ reviewers: { comparedItems } }) => comparedItems > 0)
      ? [
          table(
            ['Step', 'Question', 'Items', 'Agreement', "Krippendorff's alpha", "Gwet's AC1"],
            agreement
              .filter(({ reviewers: { comparedItems } }) => comparedItems > 0)
              .map(({ step, question, reviewers: { comparedItems, coefficients } }) => [
                step,
                question,
                comparedItems,
                figure(coefficients.percent),
                figure(coefficients.alphaNominal),
                figure(coefficients.ac1),
              ]),
          ),
          'Agreement between reviewers, with 95 % bootstrap intervals; `provenance/agreement.json` has all coefficients, and each reviewer against each model.',
        ]
      : []),
  ];
};

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
