import { expect, it } from 'vitest';
import { firstWords } from './first-words.js';

const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

it('a text is cut after so many words', () => {
  expect(firstWords(words(513), 512)).toEqual({ text: words(512), cut: true });
  expect(firstWords(words(512), 512)).toEqual({ text: words(512), cut: false });
  expect(firstWords(words(3), 512)).toEqual({ text: words(3), cut: false });
});

it('white space of any kind becomes one space, and none at the ends, whether or not anything is cut', () => {
  expect(firstWords(' \n a\t\tb\u3000\u0085c\u001cd \n', 512)).toEqual({ text: 'a b c d', cut: false });
});

it('what Python does not take for white space parts no words', () => {
  expect(firstWords('a\ufeffb\u200bc', 1)).toEqual({ text: 'a\ufeffb\u200bc', cut: false });
});

it('a text without words is empty', () => {
  expect(firstWords(' \n\u2028', 512)).toEqual({ text: '', cut: false });
  expect(firstWords('', 512)).toEqual({ text: '', cut: false });
});
