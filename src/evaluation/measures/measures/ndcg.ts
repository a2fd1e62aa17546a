import type { GradedRanking } from '../graded-ranking.js';
import { cuttableMeasure } from '../measure.js';

/**
 * Järvelin and Kekäläinen, TOIS 20(4), 2002, as trec_eval's ndcg and ndcg_cut: the grade itself as gain, divided by
 * log2(rank + 1), over the same sum for the best ranking that all judgements allow.
 */
export const nDCG = cuttableMeasure(
  'nDCG',
  (ranking, k) => {
    const best = idealGain(ranking, k);
    return best > 0 ? gain(ranking, k) / best : 0;
  },
  { aliases: ['ndcg_cut'], takes: [] },
);

const discounted = (grade: number, rank: number): number => grade / Math.log2(rank + 1);

const gain = ({ ranks, grades }: GradedRanking, k: number): number => {
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= k; i++) sum += discounted(grades[i]!, ranks[i]!);
  return sum;
};

const idealGain = ({ ideal }: GradedRanking, k: number): number => {
  let sum = 0;
  for (let i = 0; i < ideal.length && i < k; i++) sum += discounted(ideal[i]!, i + 1);
  return sum;
};
