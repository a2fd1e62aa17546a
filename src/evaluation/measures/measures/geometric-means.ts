import { type OverQueries, wholeMeasure } from '../measure.js';
import { bprefOf } from './bpref.js';
import { summedPrecision } from './map.js';

/** trec_eval's: the least that a query counts, so that one without relevant hits does not decide all. */
const LEAST = 0.00001;

const GEOMETRIC: OverQueries = { of: (score) => Math.log(Math.max(score, LEAST)), all: Math.exp };

/** The geometric mean of average precision (Robertson, CIKM 2006), which weak queries weigh on; trec_eval's gm_map. */
export const GMAP = wholeMeasure(
  'GMAP',
  (ranking) =>
    ranking.ideal.length > 0 ? summedPrecision(ranking, Number.POSITIVE_INFINITY) / ranking.ideal.length : 0,
  { aliases: ['gm_map'], over: GEOMETRIC },
);

/** The geometric mean of bpref; trec_eval's gm_bpref. */
export const GMbpref = wholeMeasure('GMbpref', bprefOf, { aliases: ['gm_bpref'], over: GEOMETRIC });
