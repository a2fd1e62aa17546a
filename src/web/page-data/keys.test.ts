import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isKey, keyOf } from './keys.js';
import { sha256Hex } from './sha256.js';

it('the hash is SHA-256, of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );
});

it('a key is safe as a file name and in an address, whatever it was made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(isKey(keyOf(text))).toBe(true);
    }),
  );
  for (const text of [
    '',
    '../../etc/passwd',
    '%2e%2e%2f',
    'a'.repeat(10_000),
    'CON',
    '\u202ekcab',
    '<script>',
  ])
    expect(keyOf(text)).toMatch(/^[a-z0-9-]{14,53}$/);
});

it('ids that differ have keys that differ, also where only case or scope does', () => {
  const keys = ['Q1', 'q1', 'q-1', 'q 1', 'q/1'].flatMap((id) => [keyOf(id), keyOf(id, 'other')]);
  expect(new Set(keys).size).toBe(keys.length);
});
