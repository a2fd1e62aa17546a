import { beyondChance, type CoefficientKind, NO_ORDER, NO_PAIRS, noValue } from './coefficient.js';
import { type WeightingName, weightsOf } from './weights.js';

/** Cohen's kappa (1960; weighted 1968), of the items that both raters rated. */
export const cohen = <Name extends string>(name: Name, weighting: WeightingName): CoefficientKind<Name> => ({
  name,
  title: weighting === 'unweighted' ? "Cohen's kappa" : `Cohen's kappa, ${weighting}`,
  definition: `(Ao - Ae) / (1 - Ae) of two raters; Ae from the shares of each rater${
    weighting === 'unweighted' ? '' : `; ${weighting} weights by position on the scale`
  }`,
  prepare: ({ scale, raters, patterns }) => {
    if (raters.length !== 2) return noValue(`it is defined for two raters; there are ${raters.length}`);
    if (weighting !== 'unweighted' && !scale.ordered) return NO_ORDER;
    const size = scale.values.length;
    const weights = weightsOf(weighting, size);
    const first = new Float64Array(size);
    const second = new Float64Array(size);
    return (times) => {
      first.fill(0);
      second.fill(0);
      let items = 0;
      let agreed = 0;
      patterns.forEach(({ pair }, i) => {
        if (!pair || times[i] === 0) return;
        const [a, b] = pair;
        first[a]! += times[i]!;
        second[b]! += times[i]!;
        items += times[i]!;
        agreed += times[i]! * weights(a, b);
      });
      if (items === 0) return NO_PAIRS;
      let chance = 0;
      for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++) chance += first[a]! * second[b]! * weights(a, b);
      return beyondChance(agreed / items, chance / (items * items));
    };
  },
});
