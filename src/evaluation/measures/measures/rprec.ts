import { relevantWithin, wholeMeasure } from '../measure.js';

/** Precision at R, the number of relevant documents of the query; trec_eval's Rprec. */
export const Rprec = wholeMeasure('Rprec', (ranking) => {
  const { length: R } = ranking.ideal;
  return R > 0 ? relevantWithin(ranking, R) / R : 0;
});
