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

it('refuses numbers that JSON has no word for', () => {
  expect(() => canonicalJson({ score: Number.NaN })).toThrow('NaN');
});

it('options that were not given are absent', () => {
  expect(defined({ topK: undefined, depth: 0, name: '' })).toStrictEqual({ depth: 0, name: '' });
});
