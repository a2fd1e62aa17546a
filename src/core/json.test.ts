import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, defined, type Json } from './json.js';

it('is the same for objects that differ only in the order of their keys', () => {
  expect(canonicalJson({ b: 1, a: { d: [1, 2], c: null } })).toBe('{"a":{"c":null,"d":[1,2]},"b":1}');
  expect(canonicalJson({ a: { c: null, d: [1, 2] }, b: 1 })).toBe(
    canonicalJson({ b: 1, a: { d: [1, 2], c: null } }),
  );
});

it('parses back to the value it was made from', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('puts keys in code-unit order, whatever order objects hold them in', () => {
  const keys = fc.constantFrom(
    '9',
    '10',
    '0x',
    'a',
    'B',
    '__proto__',
    '',
    'ä',
    '😀',
    '\uffff',
    'constructor',
  );
  const values = fc.dictionary(
    keys,
    fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.string()),
  );
  fc.assert(
    fc.property(values, (value) => {
      const sorted = Object.keys(value).sort();
      const parts = sorted.map((key) => `${JSON.stringify(key)}:${JSON.stringify(value[key])}`);
      expect(canonicalJson(value)).toBe(`{${parts.join(',')}}`);
      expect(canonicalJson([value])).toBe(`[{${parts.join(',')}}]`);
    }),
  );
});

it('refuses numbers that JSON has no word for', () => {
  expect(() => canonicalJson({ score: Number.NaN })).toThrow('NaN');
});

it('options that were not given are absent', () => {
  expect(defined({ topK: undefined, depth: 0, name: '' })).toStrictEqual({ depth: 0, name: '' });
});
