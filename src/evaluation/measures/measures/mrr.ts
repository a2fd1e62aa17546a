import { cuttableMeasure } from '../measure.js';

/** One over the rank of the first relevant hit, 0 without one within k. Uncut it is trec_eval's recip_rank. */
export const MRR = cuttableMeasure(
  'MRR',
  ({ ranks: [first] }, k) => (first !== undefined && first <= k ? 1 / first : 0),
  { aliases: ['rr', 'recip_rank', 'reciprocal_rank'] },
);
