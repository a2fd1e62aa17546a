import { groupBy } from '../../../core/index.js';
import { type AgreementOptions, type AgreementReport, agreement } from './agreement.js';
import { byKey, type Rating } from './rating.js';

/** The agreement within one group of ratings. */
export interface GroupAgreement {
  readonly key: string;
  readonly report: AgreementReport;
}

/**
 * Agreement by group: per step, per criterion, per body system. Ratings without a key are left out. If the categories are
 * given, they hold for all groups; otherwise each group has those that occur in it.
 */
export const agreementBy = <One extends Rating>(
  ratings: readonly One[],
  keyOf: (rating: One) => string | undefined,
  options?: AgreementOptions,
): readonly GroupAgreement[] =>
  [...groupBy(ratings, keyOf)]
    .flatMap(([key, group]) => (key === undefined ? [] : [[key, group] as const]))
    .sort(byKey)
    .map(([key, group]) => ({ key, report: agreement(group, options) }));

/** The agreement of two raters on the items that both rated. */
export interface PairAgreement {
  readonly raters: readonly [string, string];
  readonly report: AgreementReport;
}

/** Agreement of every two raters or, with `against`, of each rater with that one, for example a model. */
export const agreementOfPairs = (
  ratings: readonly Rating[],
  { against, ...options }: AgreementOptions & { readonly against?: string } = {},
): readonly PairAgreement[] => {
  const byRater = [...groupBy(ratings, ({ rater }) => rater)].sort(byKey);
  return byRater.flatMap(([first, own], i) =>
    byRater.flatMap(([second, others], j) => {
      const wanted = against === undefined ? i < j : second === against && first !== against;
      if (!wanted) return [];
      const [rated, also] = [own, others].map((side) => new Set(side.map(({ item }) => item)));
      const both = [...own, ...others].filter(({ item }) => rated!.has(item) && also!.has(item));
      return [{ raters: [first, second] as const, report: agreement(both, options) }];
    }),
  );
};
