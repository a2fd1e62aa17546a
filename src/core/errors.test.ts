import { expect, it } from 'vitest';
import { InputError, R2medError, WorkError } from './index.js';

it('errors have one shape: problem, fix, and a message of both', () => {
  const at = { file: 'a.run', line: 3 };
  const input = new InputError({ at, found: 'no score', expected: 'a number', fix: 'add one' });
  const work = new WorkError('no answer', 'try again');
  for (const error of [input, work]) {
    expect(error).toBeInstanceOf(R2medError);
    expect(error.message).toBe(`${error.problem}\n  Fix: ${error.fix}`);
  }
  expect([input.problem, input.fix]).toEqual(['a.run:3: no score; expected a number', 'add one']);
  expect(input.details).toEqual({ at, found: 'no score', expected: 'a number', fix: 'add one' });
  expect([work.problem, work.fix]).toEqual(['no answer', 'try again']);
});

it('an error without a fix says so', () => {
  const error = new WorkError('no answer');
  expect([error.message, error.problem, error.fix]).toEqual(['no answer', 'no answer', undefined]);
});

it('neither part of an error shows a password', () => {
  const error = new WorkError('http://me:secret@host failed', 'look at http://me:secret@host');
  expect(error.problem + error.fix + error.message).not.toContain('secret');
});
