import { type Rating, type RatingValue, ratingsByItem } from './rating.js';

/**
 * Why an item should be looked at next. `tied`: no value has most votes. `one-rating`: its label is one rater's word.
 * `one-vote`: one rater who changes to the second value would change the label or leave a tie. `disagreement`: the label is
 * safe from one vote, yet raters differ.
 */
export type DecidingReason = 'tied' | 'one-rating' | 'one-vote' | 'disagreement';

/** An item whose label is not settled. */
export interface DecidingItem {
  readonly item: string;
  readonly why: DecidingReason;
  /** The value with most votes; absent if two have as many. */
  readonly label?: RatingValue;
  /** Values by votes, most first. */
  readonly votes: readonly { readonly value: RatingValue; readonly raters: readonly string[] }[];
  /** Share of pairs of raters that differ; 0 for one rating. */
  readonly disagreement: number;
  /** Raters of other items that have not rated this one. */
  readonly missing: readonly string[];
  /** Whether one of these ratings could change the label, or give one. */
  readonly missingDecides: boolean;
}

const URGENCY: readonly DecidingReason[] = ['tied', 'one-vote', 'one-rating', 'disagreement'];

/**
 * The items whose next rating or discussion decides most, first: ties, then labels that hang on one vote, then those of one
 * rater, then the rest that raters differ on, by the share of differing pairs. Items that all raters agree on are settled.
 */
export const decidingItems = (ratings: readonly Rating[]): readonly DecidingItem[] => {
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  return [...ratingsByItem(ratings)]
    .flatMap(([item, values]) => decidingItem(item, values, raters) ?? [])
    .sort(
      (a, b) =>
        URGENCY.indexOf(a.why) - URGENCY.indexOf(b.why) ||
        b.disagreement - a.disagreement ||
        b.missing.length - a.missing.length ||
        (a.item < b.item ? -1 : 1),
    );
};

const decidingItem = (
  item: string,
  values: ReadonlyMap<string, RatingValue>,
  raters: readonly string[],
): DecidingItem | undefined => {
  const votes = [...new Set(values.values())]
    .map((value) => ({ value, raters: raters.filter((rater) => values.get(rater) === value) }))
    .sort((a, b) => b.raters.length - a.raters.length || (String(a.value) < String(b.value) ? -1 : 1));
  const [first, second] = votes;
  const lead = first!.raters.length - (second?.raters.length ?? 0);
  const why = reasonOf(values.size, votes.length, lead);
  if (!why) return undefined;
  const missing = raters.filter((rater) => !values.has(rater));
  const same = votes.reduce((sum, vote) => sum + vote.raters.length * (vote.raters.length - 1), 0);
  return {
    item,
    why,
    ...(lead > 0 && { label: first!.value }),
    votes,
    disagreement: values.size > 1 ? 1 - same / (values.size * (values.size - 1)) : 0,
    missing,
    missingDecides: missing.length > 0 && lead <= 1,
  };
};

const reasonOf = (ratings: number, values: number, lead: number): DecidingReason | undefined => {
  if (lead === 0) return 'tied';
  if (ratings === 1) return 'one-rating';
  if (values === 1) return undefined;
  // One rater who changes sides moves the lead by two.
  return lead <= 2 ? 'one-vote' : 'disagreement';
};
