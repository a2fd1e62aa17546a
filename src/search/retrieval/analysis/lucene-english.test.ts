import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzer } from './index.js';
import { porter } from './porter.js';
import { standardTokenizer } from './standard-tokenizer.js';
import { LUCENE_STOP_WORDS } from './stop-words.js';

const { analyze } = analyzer('lucene-english');

describe('lucene-english', () => {
  it.each([
    ['possessives go before stop words', "it's IT’S patient＇s boys'", ['patient', 'boi']],
    ['a possessive stands behind letters', "s's 1990's", ['s', '1990', 's']],
    ['İ becomes i, a final Σ becomes σ', 'İSTANBUL ΟΔΟΣ', ['istanbul', 'οδοσ']],
    ['lower case goes before stop words', 'THE Of', []],
    ['words that look like stop words only in ASCII are kept', 'thе ｔｈｅ', ['thе', 'ｔｈｅ']],
    ['numbers keep their marks', '1,000.5 mg 2.5-5 1:2', ['1,000.5', 'mg', '2.5', '5', '1', '2']],
    ['superscripts are dropped', 'm² H₂O x½', ['m', 'h', 'o', 'x']],
    ['Greek letters join Latin ones', 'TNF-α IFNγ µg', ['tnf', 'α', 'ifnγ', 'µg']],
    ['a keycap is a token', 'take 1\ufe0f\u20e3 or #\u20e3', ['take', '1\ufe0f\u20e3', '#\u20e3']],
    ['underscores need letters or numbers', '_ __ _a a_ _1', ['_a', 'a_', '_1']],
    ['soft hyphens stay', 'anti\u00adcoagulant', ['anti\u00adcoagul']],
  ])('%s', (_, text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });

  it('an ASCII text has the tokens that the tokenizer finds', () => {
    const tokenizer = standardTokenizer();
    const text = fc.string({ unit: fc.constantFrom(...'abcsS019_.:,;\'"#*- \n'), maxLength: 300 });
    fc.assert(
      fc.property(text, (line) => {
        const expected: string[] = [];
        tokenizer.each(line, (start, end) => {
          const word = line
            .slice(start, end)
            .replace(/'[sS]$/, '')
            .toLowerCase();
          if (!LUCENE_STOP_WORDS.has(word)) expected.push(porter(word));
        });
        expect(analyze(line)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('a word has the same term whatever is around it', () => {
    for (const [left, right] of [
      [' ', ' '],
      ['(', ')'],
      ['–', '–'],
      ['中', '中'],
      ['😀', '😀'],
      ['\u200b', '\u200b'],
      ['', ''],
    ])
      expect(analyze(`${left}glomeruli${right}`)).toContain('glomeruli');
  });
});
