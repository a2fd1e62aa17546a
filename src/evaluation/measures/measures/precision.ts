import { measureAtCut, relevantWithin } from '../measure.js';

/** Relevant hits within k over k, also when fewer than k were returned; trec_eval's P. */
export const P = measureAtCut('P', (ranking, k) => relevantWithin(ranking, k) / k, {
  aliases: ['precision', 'prec'],
});
