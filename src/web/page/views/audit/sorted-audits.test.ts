import { expect, it } from 'vitest';
import type { AuditRow } from '../../../page-data/index.js';
import { keyOf } from '../../../page-data/index.js';
import { nextSort, orderOf, sortedAudits } from './sorted-audits.js';

const row = (name: string, mean: number | undefined, documents: number): AuditRow => ({
  key: keyOf(name),
  name,
  suite: 'tests',
  sizes: { queries: 1, documents, judgements: 1 },
  soundness: 'Sound',
  checks: 31,
  found: { error: 0, warning: 0, note: 0 },
  ...(mean !== undefined && {
    headline: {
      name: 'need',
      title: 'Lexical gap of BM25 (need)',
      definition: '',
      unit: 'share',
      queries: 1,
      mean,
      interval: [mean, mean],
      quartiles: [mean, mean, mean],
      histogram: { edges: [0, 1], counts: [1] },
    },
  }),
  needs: mean === undefined ? [] : [mean],
  analyzer: 'lucene-english',
  seed: 1,
  at: '2026-01-01T00:00:00Z',
  stale: false,
});

const AUDITS = [row('b', 0.2, 9), row('a', 0.2, 7), row('none', undefined, 8), row('c', 0.9, 7)];
const names = (sort: string | null) => sortedAudits(AUDITS, orderOf(sort)).map(({ name }) => name);

it('sorts by what the address says, equal ones by name; the most need first where it says nothing known', () => {
  expect(names(null)).toEqual(['c', 'a', 'b', 'none']);
  expect(names('constructor')).toEqual(names(null));
  expect(names('need')).toEqual(names(null));
  expect(names('-need')).toEqual(['none', 'a', 'b', 'c']);
  expect(names('task')).toEqual(['a', 'b', 'c', 'none']);
  expect(names('documents')).toEqual(['b', 'none', 'a', 'c']);
});

it('a second click on a column turns its order round, a third turns it back', () => {
  expect(nextSort(orderOf(null), 'documents')).toBe('documents');
  expect(nextSort(orderOf('documents'), 'documents')).toBe('-documents');
  expect(nextSort(orderOf('-documents'), 'documents')).toBe('documents');
});
