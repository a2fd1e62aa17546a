import type { RatingTable, Times } from './table.js';

/** A value, or why there is none. */
export type Outcome = number | NoValue;

/** Why a coefficient has no value. */
export interface NoValue {
  readonly reason: string;
}

/** One way to say how far raters agree. */
export interface CoefficientKind<Name extends string = string> {
  readonly name: Name;
  /** As it is printed. */
  readonly title: string;
  /** One sentence: what is divided by what. */
  readonly definition: string;
  /** What holds for every draw of the same items is computed once; the result is called for each draw. */
  readonly prepare: (table: RatingTable) => NoValue | ((times: Times) => Outcome);
}

export const noValue = (reason: string): NoValue => ({ reason });

export const isValue = (outcome: Outcome): outcome is number => typeof outcome === 'number';

export const NO_PAIRS = noValue('no item was rated by two raters');

export const NO_ORDER = noValue(
  'the values have no order: use numbers, or give the categories in their order',
);

const ONE_CATEGORY = noValue('all ratings have the same value, so agreement by chance is certain');

/** What is agreed beyond chance, as a share of what could be. */
export const beyondChance = (observed: number, expected: number): Outcome =>
  // A sum of shares can miss 1 by a few units of the last place.
  1 - expected < 1e-12 ? ONE_CATEGORY : (observed - expected) / (1 - expected);
