import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growingStrings, stringTable } from './string-table.js';

const anyText = fc.string({ unit: 'binary', maxLength: 8 });
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 });
const anyUnits = units.map((codes) => String.fromCharCode(...codes));

describe('a string table', () => {
  it('numbers strings as a Map would, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, anyUnits, fc.constantFrom('', 'a', '__proto__'))), (strings) => {
        const numbers = new Map<string, number>();
        for (const each of strings) if (!numbers.has(each)) numbers.set(each, numbers.size);
        const table = growingStrings();
        expect(strings.map((each) => table.add(each))).toEqual(strings.map((each) => numbers.get(each)));
        for (const same of [table, stringTable(table.arrays())]) {
          expect(same.size).toBe(numbers.size);
          expect([...numbers.keys()].map((each) => same.numberOf(each))).toEqual([...numbers.values()]);
          expect([...numbers.values()].map((number) => same.at(number))).toEqual([...numbers.keys()]);
          expect(same.numberOf('not in it')).toBe(-1);
        }
      }),
    );
  });

  it('grows past its first allotments', () => {
    const table = growingStrings();
    const words = Array.from({ length: 20_000 }, (_, i) => `word ${i}`);
    for (const word of words) table.add(word);
    expect(words.every((word, i) => table.numberOf(word) === i && table.at(i) === word)).toBe(true);
    expect(table.add('x'.repeat(100_000))).toBe(20_000);
    expect(table.at(20_000)).toHaveLength(100_000);
  });
});
