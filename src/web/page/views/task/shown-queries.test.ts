import { expect, it } from 'vitest';
import { keyOf, type QueryDifficulty } from '../../../page-data/index.js';
import { queryListState, shownQueries } from './shown-queries.js';

const query = (id: string, mean: number, solvedBy: number, preview = ''): QueryDifficulty => ({
  query: keyOf(id),
  id,
  preview,
  positives: 1,
  mean,
  best: mean,
  bestSystem: keyOf('bm25'),
  solvedBy,
  systems: 3,
});

const queries = [query('a', 0.9, 3, 'Fever'), query('b', 0, 0, 'Rash'), query('c', 0.4, 1, 'fever and rash')];
const ids = (address: string): readonly string[] =>
  shownQueries(queries, queryListState(new URLSearchParams(address))).map(({ id }) => id);

it('lists the hardest first, unless the address says otherwise', () => {
  expect(ids('')).toEqual(['b', 'c', 'a']);
  expect(ids('sort=easiest')).toEqual(['a', 'c', 'b']);
  expect(ids('sort=id')).toEqual(['a', 'b', 'c']);
  expect(ids('sort=toString')).toEqual(['b', 'c', 'a']);
});

it('finds what no system solves, what some do, and words', () => {
  expect(ids('show=unsolved')).toEqual(['b']);
  expect(ids('show=split')).toEqual(['c']);
  expect(ids('text=FEVER')).toEqual(['c', 'a']);
});
