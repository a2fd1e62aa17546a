import { expect, it } from 'vitest';
import { counted } from './counted.js';

it('counts in the singular, the plural and with separators', () => {
  expect(counted(1, 'query', 'queries')).toBe('1 query');
  expect(counted(0, 'document')).toBe('0 documents');
  expect(counted(57_359, 'document')).toBe('57,359 documents');
});
