import { expect, it } from 'vitest';
import { allowsBusiness, termMarks } from './term-marks.js';

it('a licence that forbids business use is marked, whatever other licences a system has', () => {
  expect(allowsBusiness({ licences: ['mit', 'cc-by-nc-4.0'] })).toBe(false);
  expect(termMarks({ licences: ['mit', 'cc-by-nc-4.0'] }, [])).toEqual([
    { mark: 'NC', means: 'not for commercial use: cc-by-nc-4.0' },
  ]);
});

it('what no licence says is unknown, not allowed', () => {
  expect(allowsBusiness({})).toBeUndefined();
  expect(allowsBusiness({ licences: ['other'] })).toBeUndefined();
  expect(allowsBusiness({ licences: ['apache-2.0', 'other'] })).toBeUndefined();
  expect(allowsBusiness({ licences: ['apache-2.0', 'mit'] })).toBe(true);
});

it('training data is marked where a task of the board has its data from it', () => {
  const row = { trainedOn: ['NQ', 'BRIGHT'] };
  expect(termMarks(row, ['BRIGHT Biology']).map(({ mark }) => mark)).toEqual(['saw BRIGHT']);
  expect(termMarks(row, [])).toEqual([]);
});
