import { measureAtCut } from '../measure.js';
import { summedPrecision } from './map.js';

/**
 * Average precision as HAKARI-Bench computes its MAP@k: over min(R, k) relevant documents, so that k relevant hits
 * score 1 where trec_eval's MAP@k gives k / R.
 */
export const CappedMAP = measureAtCut('CappedMAP', (ranking, k) =>
  ranking.ideal.length > 0 ? summedPrecision(ranking, k) / Math.min(ranking.ideal.length, k) : 0,
);
