import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byCodePoint } from './ids.js';

it('orders strings as their UTF-8 bytes are ordered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('puts astral characters behind the last of the basic plane, unlike UTF-16 order', () => {
  expect('\u{1F600}' < '\uFFFD').toBe(true);
  expect(byCodePoint('\u{1F600}', '\uFFFD')).toBeGreaterThan(0);
});
