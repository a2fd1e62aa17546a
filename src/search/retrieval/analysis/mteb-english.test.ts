import { describe, expect, it } from 'vitest';
import { analyzer } from './index.js';

const { analyze } = analyzer('mteb-english');

describe('mteb-english', () => {
  it.each([
    ['drops words of one character', 'a b 5 mg x-ray T4', ['mg', 'ray', 't4']],
    [
      'splits at everything that is no word character',
      "don't β2-agonist 3.5mg",
      ['don', 'β2', 'agonist', '5mg'],
    ],
    ['keeps underscores', 'snake_case __init__', ['snake_cas', '__init__']],
    ['stems after dropping stop words', 'his its thes', ['his', 'it', 'thes']],
    ['keeps digits of other scripts and superscripts', '١٢ x² ½½', ['١٢', 'x²', '½½']],
    ['an İ ends the word behind its i', 'xİy dİabetes', ['xi', 'di', 'abet']],
    ['lowers a final sigma by its neighbours', "ΟΔΟΣ ΟΔΟΣ'Α", ['οδος', 'οδοσ']],
    ['one astral letter is one character', '𝐱 𝐱𝐲', ['𝐱𝐲']],
    ['a Kelvin sign makes an ASCII word', '\u212aidney \u212a\u212a', ['kidney', 'kk']],
    ['surrogate halves split', 'ab\ud800cd\udc00ef', ['ab', 'cd', 'ef']],
  ])('%s', (_, text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });
});
