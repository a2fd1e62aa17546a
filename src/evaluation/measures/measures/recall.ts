import { measureAtCut, relevantWithin } from '../measure.js';

/** Relevant hits within k over all relevant documents; trec_eval's recall. */
export const Recall = measureAtCut(
  'Recall',
  (ranking, k) => (ranking.ideal.length > 0 ? relevantWithin(ranking, k) / ranking.ideal.length : 0),
  { aliases: ['r'] },
);
