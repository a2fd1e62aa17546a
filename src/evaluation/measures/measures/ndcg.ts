import type { GradedRanking } from '../graded-ranking.js';
import { cuttableMeasure } from '../measure.js';
import type { AllParameters } from '../measure-parameters.js';

type Gains = AllParameters['gains'];

/**
 * Järvelin and Kekäläinen, TOIS 20(4), 2002, as trec_eval's ndcg and ndcg_cut: the grade itself as gain, divided by
 * log2(rank + 1), over the same sum for the best ranking that all judgements allow. Exponential gains are gdeval's.
 */
export const nDCG = cuttableMeasure(
  'nDCG',
  (ranking, k, { gains }) => {
    const best = idealGain(ranking, k, gains);
    return best > 0 ? gain(ranking, k, gains) / best : 0;
  },
  { aliases: ['ndcg_cut'], takes: ['gains', 'only'] },
);

/** The same sum of gains without the ideal: not between 0 and 1, and not to be averaged over tasks of other judgements. */
export const DCG = cuttableMeasure('DCG', (ranking, k, { gains }) => gain(ranking, k, gains), {
  takes: ['gains', 'only'],
  unbounded: true,
});

const discounted = (grade: number, rank: number, gains: Gains): number =>
  (gains === 'linear' ? grade : 2 ** grade - 1) / Math.log2(rank + 1);

const gain = ({ ranks, grades }: GradedRanking, k: number, gains: Gains): number => {
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= k; i++) sum += discounted(grades[i]!, ranks[i]!, gains);
  return sum;
};

const idealGain = ({ ideal }: GradedRanking, k: number, gains: Gains): number => {
  let sum = 0;
  for (let i = 0; i < ideal.length && i < k; i++) sum += discounted(ideal[i]!, i + 1, gains);
  return sum;
};
