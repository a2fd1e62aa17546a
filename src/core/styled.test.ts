import { expect, it } from 'vitest';
import { printableLine } from './printable.js';
import { shownText, styled, unstyled } from './styled.js';

const line = `${styled('bad', 'r2med:')} lost ${styled('match', 'fever')}`;

it('colours on a terminal, and marks only matches where nothing is coloured', () => {
  expect(shownText(line, true)).toBe('\u001b[31mr2med:\u001b[39m lost \u001b[1mfever\u001b[22m');
  expect(shownText(line, false)).toBe('r2med: lost ‹fever›');
  expect(unstyled(line)).toBe('r2med: lost fever');
});

it('ends a style with its line, also where a longer text was cut', () => {
  expect(shownText(`${styled('good', 'a b').slice(0, 2)}\nrest`, true)).toBe('\u001b[32ma\u001b[39m\nrest');
});

it('shows marks and escapes that come with a text, and obeys neither', () => {
  const hostile = styled('bad', '\u001b[2J');
  expect(shownText(printableLine(hostile), true)).toBe('\\u{fdd4}\\u{1b}[2J\\u{fddf}');
  expect(shownText(hostile, true)).toBe('\u001b[31m\\u{1b}[2J\u001b[39m');
});
