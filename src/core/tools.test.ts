import { expect, it } from 'vitest';
import { withProgress } from './tools.js';

it('withProgress counts what is done, ends its bar also when work fails, and stops when it is told to', () => {
  const ending = new AbortController();
  const shown: (number | string)[] = [];
  const tools = {
    signal: ending.signal,
    progress: (label: string, total?: number) => {
      shown.push(`${label} of ${total}`);
      return { advance: (by = 1) => shown.push(by), status: () => {}, done: () => shown.push('done') };
    },
  };
  expect([...withProgress(['a', 'b'], 'letters', tools)]).toEqual(['a', 'b']);
  expect(shown.splice(0)).toEqual(['letters of 2', 1, 1, 'done']);
  expect(() => {
    for (const letter of withProgress(['a', 'b'], 'letters', tools)) throw new Error(letter);
  }).toThrow('a');
  expect(shown.splice(0)).toEqual(['letters of 2', 'done']);
  expect(() => {
    for (const _ of withProgress(['a', 'b'], 'letters', tools)) ending.abort();
  }).toThrow('aborted');
  expect(shown).toEqual(['letters of 2', 1, 'done']);
});
