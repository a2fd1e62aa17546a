import type { AnyMeasure } from '../measure.js';
import { AlphaNDCG, AspectRecall } from './aspects.js';
import { bpref } from './bpref.js';
import { CappedMAP } from './capped-map.js';
import { NumQ, NumRel, NumRelRet, NumRet } from './counts.js';
import { ERR } from './err.js';
import { GMAP, GMbpref } from './geometric-means.js';
import { HitRate } from './hit-rate.js';
import { infAP } from './inf-ap.js';
import { INST } from './inst.js';
import { IPrec } from './interpolated-precision.js';
import { Judged } from './judged.js';
import { MAP } from './map.js';
import { MicroRecall } from './micro-recall.js';
import { MRR } from './mrr.js';
import { DCG, nDCG } from './ndcg.js';
import { P } from './precision.js';
import { RBP } from './rbp.js';
import { Recall } from './recall.js';
import { Rprec } from './rprec.js';
import { SetF, SetMAP, SetP, SetRecall, SetRelativeP } from './set-measures.js';

/** Every measure there is; the key is its name. */
export const measures = {
  nDCG,
  MAP,
  Recall,
  P,
  MRR,
  Hit: HitRate,
  Rprec,
  bpref,
  infAP,
  ERR,
  RBP,
  Judged,
  CappedMAP,
  MicroRecall,
  DCG,
  INST,
  IPrec,
  GMAP,
  GMbpref,
  SetP,
  SetRelativeP,
  SetRecall,
  SetMAP,
  SetF,
  NumQ,
  NumRet,
  NumRel,
  NumRelRet,
  alpha_nDCG: AlphaNDCG,
  AspectRecall,
} as const satisfies Record<string, AnyMeasure>;

export { bpref, CappedMAP, ERR, HitRate, infAP, Judged, MAP, MicroRecall, MRR, nDCG, P, RBP, Recall, Rprec };
