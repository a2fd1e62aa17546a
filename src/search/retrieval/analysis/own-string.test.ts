import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownString } from './index.js';

it('equals the slice, whatever the units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(60), fc.nat(60), (text, from, length) => {
      const start = Math.min(from, text.length);
      const end = Math.min(start + length, text.length);
      expect(ownString(text, start, end)).toBe(text.slice(start, end));
    }),
  );
});

it.each([12, 13, 4095, 4096, 4097, 10_000])('equals a slice of %i units', (length) => {
  const text = `<${'abcdefg'.repeat(2000).slice(0, length)}>`;
  expect(ownString(text, 1, length + 1)).toBe(text.slice(1, -1));
});

it('keeps lone surrogates', () => {
  const text = `${'x'.repeat(20)}\ud800`;
  expect(ownString(text, 5, 21)).toBe(text.slice(5));
});
