import { describe, expect, it } from 'vitest';
import { codePointTable, isHighSurrogate, unitsOf } from './code-point-table.js';

describe('codePointTable', () => {
  const table = codePointTable([
    ['41-5a\n  5f', 1],
    ['10ffff', 2],
  ]);

  it('gives single code points and both ends of a range the value of their row', () => {
    expect([0x41, 0x5a, 0x5f, 0x10ffff].map((point) => table[point])).toEqual([1, 1, 1, 2]);
  });

  it('gives every other code point 0', () => {
    expect([0x0, 0x40, 0x5b, 0x60, 0x10fffe].map((point) => table[point])).toEqual([0, 0, 0, 0, 0]);
    expect(table.length).toBe(0x110000);
  });
});

it('characters beyond U+FFFF take two units', () => {
  expect([0xffff, 0x10000].map(unitsOf)).toEqual([1, 2]);
});

it('high surrogates are U+D800 to U+DBFF', () => {
  expect([0xd7ff, 0xd800, 0xdbff, 0xdc00, Number.NaN].map(isHighSurrogate)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
