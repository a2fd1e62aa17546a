import { describe, expect, it } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { setName, splitName } from './names.js';

const task = (name: string, suite = `somewhere/${name}`) => ({
  ...madeTask({ documents: [], queries: [], judgements: [] }),
  name,
  suite,
});

describe('names', () => {
  it('of a set of the suite r2med and its splits are the published ones', () => {
    const tasks = [task('IIYi-Clinical', 'r2med'), task('MedXpertQA-Exam', 'r2med')];
    const name = setName(tasks);
    expect(name).toBe('NanoR2MED');
    expect(tasks.map((each) => splitName(name, each, tasks))).toEqual([
      'NanoR2MEDIIYiClinical',
      'NanoR2MEDMedXpertQAExam',
    ]);
    expect(splitName(name, tasks[0]!, [tasks[0]!])).toBe('NanoR2MEDIIYiClinical');
  });

  it('of a set made of a Nano suite do not say it twice', () => {
    expect(setName([task('Biology', 'nano')])).toBe('NanoR2MED');
    expect(setName([task('nano-notes')])).toBe('NanoNotes');
    expect(setName([task('nanotubes')])).toBe('NanoNanotubes');
  });

  it.each([
    ['my-notes', 'NanoMyNotes'],
    ['2024 cases', 'Nano2024Cases'],
    ['痛风', 'Nano'],
  ])('of a folder "%s" are both %s', (folder, name) => {
    const tasks = [task(folder)];
    expect([setName(tasks), splitName(name, tasks[0]!, tasks)]).toEqual([name, name]);
  });

  it('of a mixture are NanoSet and the tasks', () => {
    const tasks = [task('my-notes'), task('Biology', 'r2med')];
    expect(setName(tasks)).toBe('NanoSet');
    expect(setName([task('a'), task('b')])).toBe('NanoSet');
    expect(tasks.map((each) => splitName('NanoSet', each, tasks))).toEqual([
      'NanoSetMyNotes',
      'NanoSetBiology',
    ]);
  });
});
