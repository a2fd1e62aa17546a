import { wholeMeasure } from '../measure.js';

/** trec_eval's, so that nothing is divided by 0. */
const EPSILON = 0.00001;

/**
 * Yilmaz and Aslam, CIKM 2006, as trec_eval's infAP: average precision where only a sample of the pool was judged. A
 * negative grade means in the pool but not judged; a document without a grade was not in the pool.
 */
export const infAP = wholeMeasure('infAP', ({ judged, level, ideal: { length: R } }) => {
  let relevant = 0;
  let nonRelevant = 0;
  let pooled = 0;
  let sum = 0;
  for (const { rank, grade } of judged) {
    if (grade < 0) pooled++;
    else if (grade < level) nonRelevant++;
    else {
      const above = rank - 1;
      const inPool = above > 0 ? (relevant + nonRelevant + pooled) / above : 0;
      const precision = (relevant + EPSILON) / (relevant + nonRelevant + 2 * EPSILON);
      sum += 1 / rank + (above / rank) * inPool * precision;
      relevant++;
    }
  }
  return R > 0 ? sum / R : 0;
});
