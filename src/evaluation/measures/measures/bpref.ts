import type { GradedRanking } from '../graded-ranking.js';
import { wholeMeasure } from '../measure.js';

export const bprefOf = ({ judged, level, ideal: { length: R }, nonRelevant }: GradedRanking): number => {
  let above = 0;
  let sum = 0;
  for (const { grade } of judged) {
    if (grade >= level) sum += above > 0 ? 1 - Math.min(above, R) / Math.min(nonRelevant, R) : 1;
    else if (grade >= 0) above++;
  }
  return R > 0 ? sum / R : 0;
};

/**
 * Buckley and Voorhees, SIGIR 2004, as trec_eval's bpref: for each relevant document the share of judged non-relevant ones,
 * at most R of them, that are not above it. Unjudged documents are skipped, and so are negative grades.
 */
export const bpref = wholeMeasure('bpref', bprefOf);
