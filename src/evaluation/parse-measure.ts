import { InputError, lookup } from '../core/index.js';
import type { CuttableMeasure, Measure, MeasureAtCut } from './measure.js';
import { measures } from './measures/index.js';

/** The measure that prints as `text`: `nDCG@10`, `MRR`. */
export const parseMeasure = (text: string): Measure => {
  const [name = '', ...cuts] = text.trim().split('@');
  const measure: MeasureAtCut | CuttableMeasure = lookup('measure', measures, name);
  if (cuts.length > 0) return measure.at(parseCut(text, cuts.join('@')));
  if ('score' in measure) return measure;
  throw new InputError({
    found: `measure "${name}" without a cut-off`,
    expected: `${name}@k`,
    fix: `write ${name}@10 for the first ten hits`,
  });
};

/** Measures in a list separated by commas: `nDCG@10, Recall@100, MRR`. */
export const parseMeasures = (text: string): readonly Measure[] => text.split(',').map(parseMeasure);

/** Digits without a leading zero, so that a measure has one spelling. */
const parseCut = (text: string, cut: string): number => {
  if (/^[1-9]\d*$/.test(cut)) return Number(cut);
  throw new InputError({
    found: `cut-off "${cut}" in "${text}"`,
    expected: 'a whole number from 1 after the @',
  });
};
