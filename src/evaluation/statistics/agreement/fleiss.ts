import { beyondChance, type CoefficientKind, NO_PAIRS, noValue } from './coefficient.js';
import { countPositions, type Pattern, sumOver } from './table.js';

/** Fleiss' kappa (1971). */
export const fleiss: CoefficientKind<'fleiss'> = {
  name: 'fleiss',
  title: "Fleiss' kappa",
  definition: '(Ao - Ae) / (1 - Ae); Ae from the shares of all ratings; every item has as many ratings',
  prepare: ({ scale, patterns }) => {
    const sizes = patterns.map(({ raters }) => raters).sort((a, b) => a - b);
    const [least, most] = [sizes[0], sizes.at(-1)];
    if (most === undefined) return NO_PAIRS;
    if (least !== most)
      return noValue(`it needs as many ratings of every item; there are from ${least} to ${most}`);
    if (most < 2) return noValue('every item has one rating; it needs two');
    const agreed = patterns.map(agreedShare);
    const shares = new Float64Array(scale.values.length);
    return (times) => {
      const ratings = countPositions(shares, patterns, times);
      const chance = shares.reduce((sum, count) => sum + (count / ratings) ** 2, 0);
      return beyondChance((sumOver(agreed, times) * most) / ratings, chance);
    };
  },
};

const agreedShare = ({ counts, raters }: Pattern): number =>
  (counts.reduce((sum, count) => sum + count * count, 0) - raters) / (raters * (raters - 1));
