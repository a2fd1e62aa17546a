import fc from 'fast-check';
import { expect, it } from 'vitest';
import { engineToken } from './engine-token.js';
import { checksum } from './row-hash.js';

it('terms are what they are, and stay apart whatever characters they have', () => {
  for (const plain of ['urat', 'β2', '患者', '1,000.5', 'naïv']) expect(engineToken(plain)).toBe(plain);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(engineToken(a) === engineToken(b)).toBe(a === b);
      expect(engineToken(a)).toMatch(/^\S{1,200}$/u);
      expect(Buffer.from(engineToken(a)).toString()).toBe(engineToken(a));
    }),
  );
  for (const odd of ['', 'a b', 'a\u001cb', '\ud800', '\ue000x', 'x'.repeat(201)])
    expect(engineToken(odd)).toMatch(/^\ue000[0-9a-f]{64}$/);
});

it('a checksum is the same in any order, and another for other lines', () => {
  const of = (lines: readonly string[]): string => {
    const sum = checksum();
    for (const line of lines) sum.add(line);
    return sum.value;
  };
  expect(of(['a', 'b', 'c'])).toBe(of(['c', 'a', 'b']));
  expect(new Set([of([]), of(['a']), of(['a', 'a']), of(['ab']), of(['a', 'b'])]).size).toBe(5);
});
