import { cuttableMeasure } from '../measure.js';

/**
 * Rank-biased precision (Moffat and Zobel, TOIS 27(1), 2008) with binary relevance, as ir_measures' RBP(rel=1): a reader goes on
 * to the next hit with the chance p. What the unjudged hits could still add, the residual, is not in it.
 */
export const RBP = cuttableMeasure(
  'RBP',
  ({ ranks }, k, { p }) => {
    let sum = 0;
    for (let i = 0; i < ranks.length && ranks[i]! <= k; i++) sum += p ** (ranks[i]! - 1);
    return (1 - p) * sum;
  },
  { takes: ['p', 'rel'] },
);
