import { wholeMeasure } from '../measure.js';

/** As deep as cwl-eval and ir_measures look: beyond it no reader goes on. */
const DEPTH = 1000;

/**
 * INST (Moffat, Bailey, Scholer, Thomas, ADCS 2015) as ir_measures' INST: a reader who hopes for `t` relevant documents goes on the
 * more readily, the fewer were found so far. The gain of a document is its grade over the highest one, `max`.
 */
export const INST = wholeMeasure(
  'INST',
  ({ judged }, { t, max }) => {
    const gains = new Map(judged.map(({ rank, grade }) => [rank, Math.min(Math.max(grade, 0), max) / max]));
    let [reading, found, weights, sum] = [1, 0, 0, 0];
    for (let rank = 1; rank <= DEPTH; rank++) {
      const gain = gains.get(rank) ?? 0;
      weights += reading;
      sum += reading * gain;
      found += gain;
      const hope = rank + 2 * t - found;
      reading *= ((hope - 1) / hope) ** 2;
    }
    return sum / weights;
  },
  { takes: ['t', 'max'] },
);
