import type { GradedRanking } from '../graded-ranking.js';
import { type OverQueries, wholeMeasure } from '../measure.js';

/** A task has the counts of all its queries together. */
const TOTAL: OverQueries = { of: (count) => count, all: (mean, queries) => mean * queries };

const count = (name: string, alias: string, score: (ranking: GradedRanking) => number) =>
  wholeMeasure(name, score, { aliases: [alias], over: TOTAL, unbounded: true });

/** trec_eval's num_q: queries that are counted in the means. */
export const NumQ = count('NumQ', 'num_q', () => 1);

/** trec_eval's num_ret: hits. */
export const NumRet = count('NumRet', 'num_ret', ({ hits }) => hits);

/** trec_eval's num_rel: relevant documents, found or not. */
export const NumRel = count('NumRel', 'num_rel', ({ ideal }) => ideal.length);

/** trec_eval's num_rel_ret: relevant hits. */
export const NumRelRet = count('NumRelRet', 'num_rel_ret', ({ ranks }) => ranks.length);
