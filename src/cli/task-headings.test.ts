import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskHeadings } from './leaderboard-table.js';

describe('headings of tasks', () => {
  it('are the short names of the registry; long names are cut', () => {
    expect(taskHeadings(['Biology', 'my-own-folder', 'x'], { Biology: 'Bio' })).toEqual([
      'Bio',
      'my-own-fo…',
      'x',
    ]);
  });

  it('of the splits of a set leave out the name of the set', () => {
    const tasks = ['NanoSampleBiology', 'NanoSampleBioinformatics', 'NanoSamplePMCClinical'];
    expect(taskHeadings(tasks, {})).toEqual(['Biology', 'Bioinform…', 'PMCClinic…']);
    expect(taskHeadings(tasks.slice(0, 2), {})).toEqual(['Biology', 'Bioinform…']);
    expect(taskHeadings(['my-nano-set-eyes', 'my-nano-set-ears'], {})).toEqual(['eyes', 'ears']);
  });

  it('leave something of every name, one for each task', () => {
    const name = fc.string({ unit: fc.constantFrom('A', 'b', '-', '😀'), minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 5 }), (tasks) => {
        const headings = taskHeadings(tasks, {});
        expect(headings).toHaveLength(tasks.length);
        for (const heading of headings) {
          expect(heading).not.toBe('');
          expect(heading.length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
