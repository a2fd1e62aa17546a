import { measureAtCut } from '../measure.js';

/** 1 if any of the first k hits is relevant; it prints as `Hit@k`. trec_eval's success, MTEB's hit_rate, HAKARI-Bench's Acc. */
export const HitRate = measureAtCut(
  'Hit',
  ({ ranks }, k) => (ranks[0] !== undefined && ranks[0] <= k ? 1 : 0),
  { aliases: ['success', 'hit_rate', 'hits', 'acc'] },
);
