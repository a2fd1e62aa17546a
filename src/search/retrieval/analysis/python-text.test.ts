import { describe, expect, it } from 'vitest';
import { pythonText } from './python-text.js';

const { lower, wordEnd } = pythonText();
const lowered = (text: string): string => lower(text, [0, text.length], [0, text.length]);

describe('lower', () => {
  it.each([
    ['a sigma at the end of a word is final', 'ΟΔΟΣ ΟΔΟΣ', 'οδος οδος'],
    ['a sigma within a word is not', 'ΣΙΓΜΑ', 'σιγμα'],
    ['a sigma alone is not', 'Σ 1Σ', 'σ 1σ'],
    ['an apostrophe is looked past', "ΑΣ'Α ΑΣ'", "ασ'α ας'"],
    ['so is a mark beyond the basic plane', 'Α\u{1d167}Σ\u{1d167}Α', 'α\u{1d167}σ\u{1d167}α'],
    ['a letter beyond the basic plane counts', '𐐀Σ', '𐐨ς'],
    ['half a pair does not', '\udc00Σ \ud801Σ', '\udc00σ \ud801σ'],
    ['İ keeps its dot', 'İ', 'i\u0307'],
    ['the Kelvin sign is a k', '\u212a', 'k'],
  ])('%s', (_, text, expected) => {
    expect(lowered(text)).toBe(expected);
  });

  it('neighbours outside the part decide too', () => {
    expect(lower('ΑΣ', [1, 2], [0, 2])).toBe('ς');
    expect(lower("ΑΣ'Α", [0, 2], [0, 4])).toBe('ασ');
    expect(lower('ΑΣΑ', [0, 2], [0, 3])).toBe('ασ');
  });

  it('neighbours outside the text do not', () => {
    expect(lower('ΑΣ', [1, 2], [1, 2])).toBe('σ');
    expect(lower('ΑΣΑ', [0, 2], [0, 2])).toBe('ας');
    expect(lower('ΑΣ𐐀', [0, 2], [0, 3])).toBe('ας');
  });

  it('letters that became cased after Unicode 14 do not count', () => {
    expect(lower('αΣ\u{10d50}', [0, 2], [0, 4])).toBe('ας');
  });
});

describe('wordEnd', () => {
  it.each([
    ['letters, digits, underscore', 'aé_9中', 5],
    ['superscripts and fractions', 'x²½①', 4],
    ['digits of other scripts', '٣๓', 2],
    ['astral letters', '𝐱𐐀', 4],
    ['no combining marks', 'e\u0301', 1],
    ['no dashes', 'a-b', 1],
    ['no surrogate halves', '\ud800a', 0],
    ['no letters younger than Unicode 14', '\ua7cba', 0],
  ])('takes %s', (_, text, end) => {
    expect(wordEnd(text, 0, text.length)).toBe(end);
  });

  it('may start anywhere, even where the text ends', () => {
    expect(wordEnd('a bc', 2, 4)).toBe(4);
    expect(wordEnd('a', 1, 1)).toBe(1);
    expect(wordEnd('abc', 0, 2)).toBe(2);
    expect(wordEnd('a𐐀', 0, 2)).toBe(1);
  });
});
