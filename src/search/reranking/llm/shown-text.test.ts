import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstCharacters, onOneLine } from './shown-text.js';

it('characters are code points, none of which is cut in half', () => {
  expect(firstCharacters('a🫀b', 2)).toEqual({ text: 'a🫀', cut: true });
  expect(firstCharacters('a🫀b', 3)).toEqual({ text: 'a🫀b', cut: false });
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, count) => {
      const { text: shown, cut } = firstCharacters(text, count);
      expect(shown).toBe([...text].slice(0, count).join(''));
      expect(cut).toBe([...text].length > count);
    }),
  );
});

it('line ends in a row become one space', () => {
  expect(onOneLine('a\n\n\nb\nc  d')).toBe('a b c  d');
});
