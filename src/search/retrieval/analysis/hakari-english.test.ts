import { describe, expect, it } from 'vitest';
import { analyzer } from './index.js';

const { analyze } = analyzer('hakari-english');

describe('hakari-english', () => {
  it.each([
    ['keeps words of one character', 'b 5 x-ray T4', ['b', '5', 'x', 'ray', 't4']],
    ['splits at underscores and apostrophes', "snake_case don't", ['snake', 'case', 'don', 't']],
    ['splits at letters beyond ASCII', 'naïve β2 café', ['na', 've', '2', 'caf']],
    ['matches before lowering: the Kelvin sign and İ are no letters', '5\u212a xİy', ['5', 'x', 'y']],
    ['drops stop words before stemming', 'being beings', ['be']],
    ['keeps negations', 'no not nor cannot', ['no', 'not', 'nor', 'cannot']],
    ['ends a word where the text ends', 'kidney', ['kidney']],
  ])('%s', (_, text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });
});
