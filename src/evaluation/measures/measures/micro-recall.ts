import type { GradedRanking } from '../graded-ranking.js';
import { measureAtCut, type Pool, relevantWithin } from '../measure.js';

/**
 * HAKARI-Bench's recall of a task: relevant hits within k of all queries together over all relevant documents of all
 * queries. Queries with many relevant documents weigh more than in the mean of `Recall`; the score of a single query
 * is the same.
 */
export const MicroRecall = measureAtCut('MicroRecall', (ranking, k) => quotient(pool(ranking, k)), {
  pooled: (ranking, k) => pool(ranking, k),
});

const pool = (ranking: GradedRanking, k: number): Pool => ({
  part: relevantWithin(ranking, k),
  whole: ranking.ideal.length,
});
const quotient = ({ part, whole }: Pool): number => (whole > 0 ? part / whole : 0);
