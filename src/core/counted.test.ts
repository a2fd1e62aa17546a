import { expect, it } from 'vitest';
import { counted, listed, remark } from './counted.js';

it('counts in the singular, the plural and with separators', () => {
  expect(counted(1, 'query', 'queries')).toBe('1 query');
  expect(counted(0, 'document')).toBe('0 documents');
  expect(counted(57_359, 'document')).toBe('57,359 documents');
});

it('lists one, two and more', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b'], 'or')).toBe('a or b');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
});

it('remarks on what there is, and on nothing else', () => {
  expect(remark(0, 'row repeats', 'rows repeat', 'an id')).toEqual([]);
  expect(remark(1, 'row repeats', 'rows repeat', 'an id')).toEqual(['1 row repeats an id.']);
  expect(remark(2, 'row repeats', 'rows repeat', 'an id', 'corpus.jsonl')).toEqual([
    'corpus.jsonl: 2 rows repeat an id.',
  ]);
});
