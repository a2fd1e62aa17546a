import { describe, expect, it } from 'vitest';
import { fromHalf } from './float16.js';

const value = (bits: number): number => fromHalf(Uint16Array.of(bits))[0]!;

describe('fromHalf', () => {
  it.each([
    ['1', 0x3c00, 1],
    ['-2', 0xc000, -2],
    ['a third, rounded', 0x3555, 0.333251953125],
    ['the largest number', 0x7bff, 65504],
    ['the smallest normal number', 0x0400, 2 ** -14],
    ['the smallest number', 0x0001, 2 ** -24],
    ['infinity', 0x7c00, Number.POSITIVE_INFINITY],
    ['minus infinity', 0xfc00, Number.NEGATIVE_INFINITY],
    ['minus zero', 0x8000, -0],
    ['no number', 0x7e00, Number.NaN],
  ])('reads %s', (_, bits, expected) => {
    expect(value(bits)).toBe(expected);
  });

  it('grows with the bits from zero to infinity', () => {
    const all = fromHalf(Uint16Array.from({ length: 0x7c01 }, (_, bits) => bits));
    expect(all.every((number, i) => i === 0 || number > all[i - 1]!)).toBe(true);
  });

  it('is symmetric', () => {
    const half = Uint16Array.from({ length: 0x7c00 }, (_, bits) => bits);
    const minus = fromHalf(half.map((bits) => bits | 0x8000));
    expect(fromHalf(half).every((number, i) => number === -minus[i]!)).toBe(true);
  });
});
