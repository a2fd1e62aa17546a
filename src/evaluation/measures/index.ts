import type { CuttableMeasure, MeasureAtCut } from '../measure.js';
import { CappedMAP } from './capped-map.js';
import { Hit } from './hit.js';
import { MAP } from './map.js';
import { MicroRecall } from './micro-recall.js';
import { MRR } from './mrr.js';
import { nDCG } from './ndcg.js';
import { P } from './precision.js';
import { Recall } from './recall.js';

/** Every measure there is; the key is its name. */
export const measures = {
  nDCG,
  MAP,
  Recall,
  P,
  MRR,
  Hit,
  CappedMAP,
  MicroRecall,
} as const satisfies Record<string, MeasureAtCut | CuttableMeasure>;

export type MeasureName = keyof typeof measures;

export { CappedMAP, Hit, MAP, MicroRecall, MRR, nDCG, P, Recall };
