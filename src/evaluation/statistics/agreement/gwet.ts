import { beyondChance, type CoefficientKind, NO_ORDER, NO_PAIRS, noValue } from './coefficient.js';
import { type Pattern, sumOver } from './table.js';
import { type WeightingName, type Weights, weightsOf } from './weights.js';

/**
 * Gwet's AC1 (2008), and AC2 with weights. Agreement is the mean over items with two ratings; the shares of the values are the
 * mean over all items, those with one rating too.
 */
export const gwet = <Name extends string>(name: Name, weighting: WeightingName): CoefficientKind<Name> => ({
  name,
  title: weighting === 'unweighted' ? "Gwet's AC1" : `Gwet's AC2, ${weighting}`,
  definition:
    weighting === 'unweighted'
      ? '(Ao - Ae) / (1 - Ae); Ae = sum of p(1 - p) / (K - 1) over the K values of the scale'
      : `(Ao - Ae) / (1 - Ae); Ae = W / (K(K - 1)) times the sum of p(1 - p), W the sum of the ${weighting} weights`,
  prepare: ({ scale, patterns }) => {
    const size = scale.values.length;
    if (weighting !== 'unweighted' && !scale.ordered) return NO_ORDER;
    if (size < 2) return noValue('the scale has one value: give the categories that were possible');
    const weights = weightsOf(weighting, size);
    const agreed = patterns.map((pattern) => agreedShare(pattern, weights));
    const compared = patterns.map(({ raters }) => (raters > 1 ? 1 : 0));
    const total = weightsTotal(weights, size);
    const shares = new Float64Array(size);
    return (times) => {
      const items = sumOver(compared, times);
      if (items === 0) return NO_PAIRS;
      const all = times.reduce((sum, count) => sum + count, 0);
      shares.fill(0);
      patterns.forEach(({ positions, counts, raters }, i) => {
        for (let k = 0; k < positions.length; k++)
          shares[positions[k]!]! += (times[i]! * counts[k]!) / raters;
      });
      const spread = shares.reduce((sum, share) => sum + (share / all) * (1 - share / all), 0);
      return beyondChance(sumOver(agreed, times) / items, (total * spread) / (size * (size - 1)));
    };
  },
});

const agreedShare = ({ positions, counts, raters }: Pattern, weights: Weights): number => {
  if (raters < 2) return 0;
  let sum = 0;
  for (let k = 0; k < positions.length; k++)
    for (let l = 0; l < positions.length; l++)
      sum += counts[k]! * (counts[l]! - (k === l ? 1 : 0)) * weights(positions[k]!, positions[l]!);
  return sum / (raters * (raters - 1));
};

const weightsTotal = (weights: Weights, size: number): number => {
  let sum = 0;
  for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) sum += weights(a, b);
  return sum;
};
