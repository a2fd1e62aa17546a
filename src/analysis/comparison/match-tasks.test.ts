import { describe, expect, it } from 'vitest';
import { matchTasks, type NanoTask } from './match-tasks.js';

const task = (name: string, contentHash = `hash of ${name}`): NanoTask => ({ name, suite: 's', contentHash });
const FULL = [task('Biology'), task('Medical-Sciences'), task('IIYi-Clinical')];

describe('a small task belongs to the full one', () => {
  it('of the same name', () => {
    const { pairs, unmatched } = matchTasks(FULL, [task('Biology', 'small')]);
    expect(pairs).toEqual([{ full: 'Biology', nano: 'Biology' }]);
    expect(unmatched).toEqual([]);
  });

  it.each([
    ['NanoR2MEDBiology', 'Biology'],
    ['NanoR2MEDMedicalSciences', 'Medical-Sciences'],
    ['NanoSampleIIYiClinical', 'IIYi-Clinical'],
    ['nano-biology', 'Biology'],
  ])('whose name the split %s ends in', (nano, full) => {
    expect(matchTasks(FULL, [task(nano)]).pairs).toEqual([{ full, nano }]);
  });

  it('with the longest such name', () => {
    const full = [...FULL, task('Marine-Biology')];
    expect(matchTasks(full, [task('NanoMarineBiology')]).pairs[0]!.full).toBe('Marine-Biology');
  });

  it('that its manifest names, whatever it is called itself', () => {
    const source = { task: 'Biology', contentHash: 'hash of Biology' };
    const { pairs, notes } = matchTasks(FULL, [{ ...task('tiny'), source }]);
    expect(pairs).toEqual([{ full: 'Biology', nano: 'tiny' }]);
    expect(notes).toEqual([]);
  });

  it('whose content its manifest has, though the name is another', () => {
    const source = { task: 'notes', contentHash: 'hash of Medical-Sciences' };
    expect(matchTasks(FULL, [{ ...task('Biology', 'x'), source }]).pairs[0]!.full).toBe('Medical-Sciences');
  });

  it('with a note where it was made of another content of it', () => {
    const source = { task: 'Biology', contentHash: 'older' };
    expect(matchTasks(FULL, [{ ...task('tiny'), source }]).notes).toEqual([
      'tiny was made of another content of Biology than the full results are on',
    ]);
  });

  it('that was said, before all else', () => {
    const said = [{ full: 'Biology', nano: 'NanoR2MEDMedicalSciences' }];
    const small = [task('NanoR2MEDMedicalSciences'), task('NanoR2MEDBiology')];
    expect(matchTasks(FULL, small, said).pairs).toEqual(said);
  });
});

describe('no task', () => {
  it('is its own small set', () => {
    expect(matchTasks(FULL, [task('Biology')])).toMatchObject({ pairs: [], unmatched: ['Biology'] });
  });

  it('has two small sets at once', () => {
    expect(() => matchTasks(FULL, [task('NanoABiology'), task('NanoBBiology')])).toThrow(
      '2 small sets of Biology: NanoABiology, NanoBBiology; expected one\n  Fix: choose one, for example --pair Biology=NanoABiology',
    );
  });

  it('is taken for another because its name ends alike but for "Nano"', () => {
    expect(matchTasks(FULL, [task('NewBiology')]).unmatched).toEqual(['NewBiology']);
  });

  it('can be said that is not there', () => {
    expect(() => matchTasks(FULL, [task('x')], [{ full: 'Biolgy', nano: 'x' }])).toThrow(
      'no results on Biolgy in the full set',
    );
    expect(() => matchTasks(FULL, [task('x')], [{ full: 'Biology', nano: 'y' }])).toThrow(
      'no results on y in the small set; expected one of x',
    );
  });
});
