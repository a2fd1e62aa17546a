import { expect, it } from 'vitest';
import { suffixFinder } from './porter.js';

const find = suffixFinder([
  ['ational', 1],
  ['tional', 2],
  ['al', 3],
  ['s', 4],
]);

it('finds the first rule whose suffix the word ends in', () => {
  expect(['relational', 'conditional', 'renal', 'cells', 's'].map((word) => find(word)?.[1])).toEqual([
    1, 2, 3, 4, 4,
  ]);
});

it('finds nothing for other words, nor for none', () => {
  expect(['bone', 'l', ''].map(find)).toEqual([undefined, undefined, undefined]);
});
