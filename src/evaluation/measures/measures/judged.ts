import { cuttableMeasure } from '../measure.js';

/** The share of the first k hits, or of all where there are fewer, that have a judgement of any grade; ir_measures' Judged. */
export const Judged = cuttableMeasure(
  'Judged',
  ({ judged, hits }, k) => {
    const looked = Math.min(hits, k);
    return looked > 0 ? judged.filter(({ rank }) => rank <= k).length / looked : 0;
  },
  { takes: [] },
);
