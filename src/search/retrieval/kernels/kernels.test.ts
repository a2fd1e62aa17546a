import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteRows, rowDots } from './index.js';
import { constant } from './wasm-module.js';

const floats = (length: number) =>
  fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: length, maxLength: length });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('dot products in doubles', () => {
  it('are those of three lines of JavaScript, up to the order of the sum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }).chain((n) => fc.tuple(floats(n), floats(n), floats(n))),
        ([a, b, c]) => {
          const dots = rowDots(a.length, 2);
          dots.hold(0, Float32Array.from(a));
          dots.hold(1, Float32Array.from(b));
          dots.take(Float32Array.from(c));
          for (const [place, held] of [a, b].entries()) {
            const sum = held.reduce((total, x, i) => total + x * c[i]!, 0);
            const size = held.reduce((total, x, i) => total + Math.abs(x * c[i]!), 0);
            expect(Math.abs(dots.with(place) - sum)).toBeLessThanOrEqual(size * 1e-14);
          }
        },
      ),
    );
  });

  it('lose nothing that 32-bit sums would', () => {
    const dots = rowDots(3, 1);
    dots.hold(0, Float32Array.of(1e8, 1, -1e8));
    dots.take(Float32Array.of(1, 1, 1));
    expect(dots.with(0)).toBe(1);
  });

  it('carry NaN', () => {
    const dots = rowDots(2, 1);
    dots.hold(0, Float32Array.of(Number.NaN, 1));
    dots.take(Float32Array.of(1, 1));
    expect(dots.with(0)).toBeNaN();
  });
});

describe('rows of bytes', () => {
  it('have the integer dot products and differing bits of loops', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 50 })
          .chain((n) => fc.tuple(bytes(n), fc.array(bytes(n), { minLength: 1, maxLength: 9 }))),
        ([query, rows]) => {
          const held = byteRows(rows.length, query.length);
          for (const [index, row] of rows.entries()) held.row(index).set(row);
          const signed = (byte: number) => (byte << 24) >> 24;
          const bits = (byte: number) => byte.toString(2).replaceAll('0', '').length;
          const sums = (term: (a: number, b: number) => number) =>
            rows.map((row) => row.reduce((sum, byte, i) => sum + term(byte, query[i]!), 0));
          expect([...held.dot(query)]).toEqual(sums((a, b) => signed(a) * signed(b)));
          expect([...held.differingBits(query)]).toEqual(sums((a, b) => bits(a ^ b)));
        },
      ),
    );
  });

  it('sum 4096 products of the largest codes', () => {
    const held = byteRows(1, 4096);
    held.row(0).fill(0x80);
    expect([...held.dot(new Uint8Array(4096).fill(0x80))]).toEqual([4096 * 16_384]);
  });

  it('may be none', () => {
    expect(byteRows(0, 8).dot(new Uint8Array(8))).toHaveLength(0);
  });
});

describe('writing WebAssembly', () => {
  it('refuses constants that need more than a byte', () => {
    expect(() => constant(64)).toThrow('one-byte constants only');
  });
});
