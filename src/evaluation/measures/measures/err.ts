import { InputError } from '../../../core/index.js';
import { cuttableMeasure } from '../measure.js';

/** The highest grade that gdeval knows. */
const HIGHEST = 4;

/**
 * Expected reciprocal rank (Chapelle et al., CIKM 2009) as TREC's gdeval and ir_measures compute it: a document of grade g
 * satisfies the reader with the chance (2^g - 1) / 2^4. It is not normalised, so grades of 0 and 1 score 1/16 at best.
 */
export const ERR = cuttableMeasure(
  'ERR',
  ({ ranks, grades, ideal }, k) => {
    if (ideal[0] !== undefined && ideal[0] > HIGHEST)
      throw new InputError({
        found: `grade ${ideal[0]} where ERR is requested`,
        expected: `grades up to ${HIGHEST}, as gdeval has them`,
        fix: 'map the grades to 0, 1, 2, 3 and 4, or leave out ERR',
      });
    let sum = 0;
    let reading = 1;
    for (let i = 0; i < ranks.length && ranks[i]! <= k; i++) {
      const satisfied = (2 ** grades[i]! - 1) / 2 ** HIGHEST;
      sum += (satisfied * reading) / ranks[i]!;
      reading *= 1 - satisfied;
    }
    return sum;
  },
  { takes: [] },
);
