import { expect, it } from 'vitest';
import { byPrefix } from './by-prefix.js';

const table = { stored: 1, 'served-search': 2 };

it.each([
  ['stored:run.trec', { entry: 1, rest: 'run.trec' }],
  ['stored:"bm25 > top(10)"', { entry: 1, rest: 'bm25 > top(10)' }],
  ['served-search:http://host:8000/search', { entry: 2, rest: 'http://host:8000/search' }],
])('%s has an entry', (name, found) => {
  expect(byPrefix(table, name)).toEqual(found);
});

it.each(['stored', 'bm25', 'http://host', 'toString:x', ':x'])('%s has none', (name) => {
  expect(byPrefix(table, name)).toBeUndefined();
});
