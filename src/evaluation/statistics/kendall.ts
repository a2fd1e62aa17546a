import { InputError } from '../../core/index.js';

/**
 * Kendall's τ-b: of all pairs, those ordered alike minus those ordered the other way, over the geometric mean of the
 * pairs that either side orders at all (Kendall 1945). Undefined for fewer than two values, and where one side does not
 * vary. Every pair is looked at: the values are a few systems.
 */
export const kendall = (x: ArrayLike<number>, y: ArrayLike<number>): number | undefined => {
  if (x.length !== y.length)
    throw new InputError({ found: `${x.length} values for ${y.length}`, expected: 'pairs of values' });
  let [alike, orderedX, orderedY] = [0, 0, 0];
  for (let i = 1; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      const [signX, signY] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
      alike += signX * signY;
      orderedX += Math.abs(signX);
      orderedY += Math.abs(signY);
    }
  // Where τ is 1 both counts are equal, so that one root of their product is exact; two roots would not be.
  const ordered = Math.sqrt(orderedX * orderedY);
  return ordered > 0 ? alike / ordered : undefined;
};
