import type { Measure } from './measure.js';
import { HitRate, MAP, MRR, nDCG, P, Recall } from './measures/index.js';

/** The cut-offs of the reference's files (1, 3, 5, 10, 25, 50, 100), MTEB's 20, and both sides' 1000 for deep runs. */
const CUT_OFFS = [1, 3, 5, 10, 20, 25, 50, 100, 1000];

/** What a record holds: every measure published for R2MED, at every cut-off that `topK` hits can fill. */
export const defaultMeasures = (topK = 100): readonly Measure[] => {
  const cuts = CUT_OFFS.filter((cut) => cut <= topK);
  const families = [nDCG, MAP, Recall, P, MRR, HitRate];
  return [...families.flatMap((family) => cuts.map((cut) => family.at(cut))), MRR];
};
