import { expect, it } from 'vitest';
import { corpusOf, documentsById, fullText } from './corpus.js';
import { docId } from './ids.js';

it('a repeated id keeps its last text at its first position', async () => {
  const corpus = corpusOf('k', [
    { id: 'a', text: 'first' },
    { id: 'b', text: 'other' },
    { id: 'a', text: 'last' },
  ]);
  expect([...(await documentsById(corpus)).values()].map(({ id, text }) => [id, text])).toEqual([
    ['a', 'last'],
    ['b', 'other'],
  ]);
});

it('a title stands on a line of its own before the text', () => {
  expect(fullText({ id: docId('a'), title: 'Gout', text: 'Urate crystals.' })).toBe('Gout\nUrate crystals.');
  expect(fullText({ id: docId('a'), title: '', text: 'Urate crystals.' })).toBe('Urate crystals.');
});
