import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../core/index.js';
import { measures, nDCG, parseMeasure, parseMeasures } from './index.js';

describe('parseMeasure', () => {
  it('gives back what a measure’s name says', () => {
    expect(nDCG.at(10).name).toBe('nDCG@10');
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(measures)),
        fc.integer({ min: 1, max: 1e9 }),
        (measure, k) => {
          expect(parseMeasure(measure.at(k).name).name).toBe(measure.at(k).name);
        },
      ),
    );
  });

  it('takes nDCG, MAP and MRR without a cut-off', () => {
    for (const name of ['nDCG', 'MAP', 'MRR']) expect(parseMeasure(name).name).toBe(name);
  });

  it('asks for the cut-off where there must be one', () => {
    expect(() => parseMeasure('P')).toThrow('measure "P" without a cut-off; expected P@k');
  });

  it('names the valid measures and the nearest one', () => {
    expect(() => parseMeasure('ndgc@10')).toThrow(
      'unknown measure "ndgc"; expected one of nDCG, MAP, Recall, P, MRR, Hit, CappedMAP, MicroRecall\n  Fix: did you mean "nDCG"?',
    );
  });

  it.each([
    'nDCG@',
    'nDCG@0',
    'nDCG@-1',
    'nDCG@1.5',
    'nDCG@ten',
    'nDCG@010',
    'nDCG@10@10',
    'nDCG@1e1',
    'nDCG@ 10',
  ])('rejects the cut-off of %s', (text) => {
    expect(() => parseMeasure(text)).toThrow('a whole number from 1');
  });

  it('rejects a cut-off too large to count with', () => {
    expect(() => parseMeasure('P@99999999999999999999')).toThrow(InputError);
  });

  it('does not take names of object methods for measures', () => {
    expect(() => parseMeasure('constructor@10')).toThrow('unknown measure "constructor"');
  });
});

describe('parseMeasures', () => {
  it('splits at commas, with or without spaces', () => {
    expect(parseMeasures('nDCG@10, MAP@100,MRR').map(({ name }) => name)).toEqual([
      'nDCG@10',
      'MAP@100',
      'MRR',
    ]);
  });

  it('rejects an empty list', () => {
    expect(() => parseMeasures('')).toThrow('unknown measure ""');
  });
});
