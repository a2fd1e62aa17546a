import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitted, padded } from './printable.js';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['fever', 5],
    ['Fieber – 38 °C', 14],
    ['発熱', 4],
    ['열', 2],
    ['ｆｕｌｌ', 8],
    ['cafe\u0301', 4],
    ['🩺', 2],
    ['│█░', 3],
    ['ไข้', 2],
  ])('counts the columns of %j', (text, columns) => expect(displayWidth(text)).toBe(columns));
});

describe('padded and fitted', () => {
  const text = fc.string({ unit: 'grapheme' });
  it('fill to the width, and never cut through a character or above the room', () => {
    fc.assert(
      fc.property(text, fc.nat(20), (given, room) => {
        expect(displayWidth(padded(given, room, 'left'))).toBe(Math.max(room, displayWidth(given)));
        const cut = fitted(given, room);
        expect(displayWidth(cut)).toBeLessThanOrEqual(room);
        expect(given.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(given.slice(0, cut.length).isWellFormed());
        if (displayWidth(given) <= room) expect(cut).toBe(given);
      }),
    );
  });
});
