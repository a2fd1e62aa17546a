import { expect, it } from 'vitest';
import { snippetOf } from './snippet.js';

const match = (text: string, word: string, strength: number) => {
  const at = text.indexOf(word);
  return { range: [at, at + word.length] as const, part: word, strength };
};

it('takes a short text whole', () => {
  expect(snippetOf('short', [], 100)).toEqual({ from: 0, to: 5 });
});

it('takes the beginning where nothing further down is better', () => {
  const text = `fever ${'and so on '.repeat(40)} rash`;
  const matches = [match(text, 'fever', 1), match(text, 'rash', 1)];
  expect(snippetOf(text, matches, 80).from).toBe(0);
});

it('goes to the words that the score rests on, and starts at a word', () => {
  const text = `fever ${'and so on '.repeat(40)} with purple rash on the shins`;
  const matches = [match(text, 'fever', 0.2), match(text, 'purple', 0.6), match(text, 'rash', 0.9)];
  const { from, to } = snippetOf(text, matches, 80);
  expect(text.slice(from, to)).toContain('purple rash');
  expect(text[from - 1]).toBe(' ');
  expect(snippetOf(text, [], 80)).toEqual({ from: 0, to: text.lastIndexOf(' ', 80) });
});

it('counts a repeated word once', () => {
  const text = `fever chills ${'x '.repeat(100)} pain pain pain pain`;
  const at = text.indexOf('pain');
  const pains = [0, 5, 10, 15].map((more) => ({
    range: [at + more, at + more + 4] as const,
    part: 'pain',
    strength: 0.5,
  }));
  expect(
    snippetOf(text, [match(text, 'fever', 0.4), match(text, 'chills', 0.4), ...pains], 60),
  ).toMatchObject({ from: 0 });
});
