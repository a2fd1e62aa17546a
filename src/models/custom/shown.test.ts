import { expect, it } from 'vitest';
import { shortened } from '../../core/index.js';
import { reasonOf, shown } from './shown.js';

it.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [1n, '1'],
  [Symbol('x'), 'Symbol(x)'],
  [() => 1, 'a function'],
  ['x'.repeat(50), `the text "${'x'.repeat(40)}…"`],
  [[], 'an empty array'],
  [[[[[1]]]], 'an array of 1 (first: an array of 1 (first: an array of 1))'],
  [new Float64Array(3), 'Float64Array of 3'],
  [Buffer.from('ab'), 'Buffer of 2'],
  [{}, 'an empty object'],
  [Object.create(null), 'an empty object'],
  [new Map([[1, 2]]), 'a Map'],
  [{ a: 1, b: 2 }, 'an object with a, b'],
])('a value is told in a few words', (value, words) => {
  expect(shown(value)).toBe(words);
});

it('an array that holds itself is told too', () => {
  const endless: unknown[] = [];
  endless.push(endless);
  expect(shown(endless)).toBe('an array of 1 (first: an array of 1 (first: an array of 1))');
});

it.each([
  [new RangeError('too\nlong'), 'RangeError: too long'],
  [
    new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
    'TypeError: fetch failed (ECONNREFUSED)',
  ],
  ['plain', 'plain'],
  ['', 'no reason given'],
  [undefined, 'undefined'],
  [{ code: 7 }, 'an object with code'],
])('what was thrown becomes a reason in one line', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});

it('a text is never cut inside a character', () => {
  expect(shortened('a😀b', 2)).toBe('a\ufffd…');
});
