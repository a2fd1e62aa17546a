import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { measures, nDCG, parseMeasure, parseMeasures } from './index.js';

/** By our name, what other programs call it: trec_eval, ir_measures, MTEB, R2MED and HAKARI-Bench. */
const SPELLED: Readonly<Record<string, readonly string[]>> = {
  'nDCG@10': ['ndcg_cut_10', 'ndcg_cut.10', 'nDCG@10', 'ndcg_at_10', 'NDCG@10', 'ndcg_10'],
  nDCG: ['ndcg'],
  MAP: ['map', 'AP'],
  'MAP@100': ['map_cut_100', 'map_cut.100', 'AP@100', 'map_at_100'],
  MRR: ['recip_rank', 'RR'],
  'MRR@10': ['RR@10', 'mrr_at_10'],
  'P@10': ['P_10', 'P.10', 'precision_at_10', 'Precision@10'],
  'Recall@100': ['recall_100', 'recall.100', 'R@100', 'recall_at_100'],
  'Hit@1': ['success_1', 'Success@1', 'hit_rate_at_1', 'Acc@1'],
  Rprec: ['Rprec', 'RPrec'],
  bpref: ['bpref', 'Bpref', 'BPref'],
  infAP: ['infAP'],
  'ERR@10': ['ERR@10'],
  RBP: ['RBP', 'RBP(p=0.8)', 'RBP(rel=1)', 'rbp(rel = 1, p = .8)'],
  'Judged@10': ['Judged@10'],
  'P(rel=2)@5': ['P(rel=2)@5', 'precision(rel=2)_5'],
  'MAP(rel=2)': ['AP(rel=2)'],
  'nDCG(gains=exponential)@10': ["nDCG(dcg='exp-log2')@10"],
  'nDCG(only=judged)@10': ['nDCG(judged_only=True)@10', 'ndcg_cut(only=judged)_10'],
  IPrec: ['iprec_at_recall_0.00', 'IPrec@0'],
  'IPrec(recall=0.1)': ['iprec_at_recall_0.10', 'IPrec@0.1', 'IPrec@.1'],
  'INST(t=2, max=3)': ['INST(T=2, max_rel=3)'],
  'SetF(beta=2)': ['set_F(beta=2)'],
  GMAP: ['gm_map'],
  GMbpref: ['gm_bpref'],
  SetRecall: ['set_recall', 'SetR'],
  SetMAP: ['set_map', 'SetAP'],
  NumRelRet: ['num_rel_ret'],
};

describe('parseMeasure', () => {
  it('gives back what a measure’s name says', () => {
    expect(nDCG.at(10).name).toBe('nDCG@10');
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(measures).flatMap((each) => (each.at ? [each] : []))),
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

  it.each(Object.entries(SPELLED))('takes the names people type: %s', (ours, spellings) => {
    for (const spelling of spellings)
      for (const text of [spelling, spelling.toUpperCase(), spelling.toLowerCase(), ` ${spelling} `])
        expect(parseMeasure(text).name, text).toBe(ours);
  });

  it('gives back the name of a measure with parameters', () => {
    for (const name of ['RBP(p=0.5)', 'RBP(p=0.5, rel=2)@20', 'P(rel=2)@10', 'bpref(rel=3)'])
      expect(parseMeasure(name).name).toBe(name);
  });

  it.each([
    ['Rprec@10', 'Rprec with the cut-off 10'],
    ['ndcg_cut', 'measure "ndcg_cut" without a cut-off; expected nDCG@k'],
    ['map_cut', 'measure "map_cut" without a cut-off; expected MAP@k'],
    ['ERR(rel=2)@10', 'rel for ERR, which has no parameters'],
    ['nDCG(rel=2)@10', 'unknown parameter of nDCG "rel"; expected one of gains, only'],
    ['nDCG(gains=3)@10', 'gains=3 for nDCG; expected linear or exponential'],
    ['IPrec(recall=2)', 'recall=2 for IPrec; expected a number from 0 to 1'],
    ['P(p=0.5)@10', 'unknown parameter of P "p"; expected one of rel, only'],
    ['P(rel=0)@10', 'rel=0 for P; expected a whole number from 1'],
    ['P(rel=1.5)@10', 'rel=1.5 for P'],
    ['RBP(p=1)', 'p=1 for RBP; expected a number above 0 and below 1'],
    ['RBP(p)', 'parameters "p" in "RBP(p)"'],
    ['RBP(__proto__=1)', 'unknown parameter of RBP "__proto__"'],
    ['RBP(p=0.5', 'Fix: did you mean "RBP"?'],
    ['recip_rnak', 'Fix: did you mean "recip_rank"?'],
    ['gm_ndcg', 'unknown measure "gm_ndcg"'],
  ])('refuses %s and says why', (text, message) => {
    expect(() => parseMeasure(text)).toThrow(InputError);
    expect(() => parseMeasure(text)).toThrow(message);
  });

  it('answers any text with a measure whose name parses back, or with an InputError', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'nDCG',
          'rbp',
          'P',
          '@',
          '_',
          '.',
          'at',
          '10',
          '(',
          ')',
          'p',
          'rel',
          '=',
          '0.5',
          ',',
          ' ',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (text) => {
        try {
          const { name } = parseMeasure(text);
          expect(parseMeasure(name).name).toBe(name);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('asks for the cut-off where there must be one', () => {
    expect(() => parseMeasure('P')).toThrow('measure "P" without a cut-off; expected P@k');
  });

  it('names the valid measures and the nearest one', () => {
    expect(() => parseMeasure('ndgc@10')).toThrow(
      `unknown measure "ndgc"; expected one of ${Object.keys(measures).join(', ')}\n  Fix: did you mean "nDCG"?`,
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

  it('leaves the commas between parameters alone', () => {
    expect(parseMeasures('RBP(p=0.5, rel=2)@10,P(rel=2)@5').map(({ name }) => name)).toEqual([
      'RBP(p=0.5, rel=2)@10',
      'P(rel=2)@5',
    ]);
  });

  it('takes a number alone for a further cutoff, as trec_eval does', () => {
    expect(parseMeasures('ndcg_cut.10,100,P.5,10,map').map(({ name }) => name)).toEqual([
      'nDCG@10',
      'nDCG@100',
      'P@5',
      'P@10',
      'MAP',
    ]);
    expect(() => parseMeasures('10')).toThrow('unknown measure "10"');
    expect(() => parseMeasures('map,10')).toThrow('unknown measure "10"');
  });

  it('has a measure once, whatever its spellings', () => {
    expect(parseMeasures('MRR,recip_rank,RR').map(({ name }) => name)).toEqual(['MRR']);
  });

  it('rejects an empty list', () => {
    expect(() => parseMeasures('')).toThrow('unknown measure ""');
  });
});
