import { type CoefficientKind, NO_PAIRS } from './coefficient.js';
import { type Pattern, sumOver } from './table.js';

/** Pairs of raters of an item. */
export const pairsOf = ({ raters }: Pattern): number => (raters * (raters - 1)) / 2;

/** Pairs of raters that gave an item the same value. */
const agreeingPairs = ({ counts }: Pattern): number =>
  counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);

export const percent: CoefficientKind<'percent'> = {
  name: 'percent',
  title: 'Percent agreement',
  definition: 'pairs of raters that gave an item the same value / all pairs; every pair counts alike',
  prepare: ({ patterns }) => {
    const agreeing = patterns.map(agreeingPairs);
    const all = patterns.map(pairsOf);
    return (times) => {
      const pairs = sumOver(all, times);
      return pairs > 0 ? sumOver(agreeing, times) / pairs : NO_PAIRS;
    };
  },
};
