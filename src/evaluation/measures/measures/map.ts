import type { GradedRanking } from '../graded-ranking.js';
import { cuttableMeasure } from '../measure.js';

/** Precision at each relevant hit within k, summed; the best hits come first, as in trec_eval. */
export const summedPrecision = ({ ranks }: GradedRanking, k: number): number => {
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= k; i++) sum += (i + 1) / ranks[i]!;
  return sum;
};

/** Average precision as trec_eval's map and map_cut: over all relevant documents, however small k is. */
export const MAP = cuttableMeasure(
  'MAP',
  (ranking, k) => (ranking.ideal.length > 0 ? summedPrecision(ranking, k) / ranking.ideal.length : 0),
  { aliases: ['ap', 'map_cut'] },
);
