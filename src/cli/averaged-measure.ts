import { InputError } from '../core/index.js';
import { type Measure, parseTableMeasure } from '../evaluation/measures/index.js';

/** A measure that is a mean over queries: differences of others are not paired by query. */
export const averagedMeasure = (text: string, own: readonly Measure[] = []): Measure => {
  const measure = own.find(({ name }) => name === text) ?? parseTableMeasure(text);
  if (!measure.pooled) return measure;
  throw new InputError({
    found: `${measure.name}, which is pooled over a task`,
    expected: 'a measure that is a mean over queries, for example nDCG@10 or Recall@100',
    fix: 'compare by nDCG@10',
  });
};
