import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsShort, isVowel, measure, porter } from './porter.js';

const stems = (words: string): string => words.split(' ').map(porter).join(' ');

describe('measure', () => {
  it.each([
    [0, 'tr ee tree y by'],
    [1, 'trouble oats trees ivy'],
    [2, 'troubles private oaten orrery'],
  ])("is %i for the paper's examples: %s", (m, words) => {
    for (const word of words.split(' ')) expect(measure(word, word.length)).toBe(m);
  });

  it('counts only the part asked for', () => {
    expect([0, 1, 2, 3, 4, 8].map((end) => measure('orrery', Math.min(end, 6)))).toEqual([0, 0, 1, 1, 1, 2]);
  });
});

describe('isVowel', () => {
  it('a y is a vowel after a consonant only', () => {
    expect([...'syzygy'].map((_, i) => isVowel('syzygy', i))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect([...'toyyyy'].map((_, i) => isVowel('toyyyy', i))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect([...'yyy'].map((_, i) => isVowel('yyy', i))).toEqual([false, true, false]);
  });
});

it('a word ends short in consonant, vowel, consonant other than w, x, y', () => {
  const isShort = (word: string) => endsShort(word, word.length);
  expect(['hop', 'fil', 'snow', 'box', 'tray', 'at', 'fail'].map(isShort)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('porter', () => {
  it.each([
    ['caresses ponies ties caress cats', 'caress poni ti caress cat'],
    ['feed agreed plastered bled motoring sing', 'feed agre plaster bled motor sing'],
    [
      'conflated troubled sized hopping tanned falling hissing fizzed failing filing',
      'conflat troubl size hop tan fall hiss fizz fail file',
    ],
    ['happy sky enjoy', 'happi sky enjoi'],
    ['relational conditional rational valency digitizer', 'relat condit ration valenc digit'],
    ['operator feudalism decisiveness hopefulness sensibility', 'oper feudal decis hope sensibl'],
    [
      'triplicate formative formalize electricity electrical goodness',
      'triplic form formal electr electr good',
    ],
    ['revival allowance inference airliner adjustable irritant', 'reviv allow infer airlin adjust irrit'],
    [
      'replacement adjustment dependent adoption communism bowdlerize',
      'replac adjust depend adopt commun bowdler',
    ],
    ['probate rate cease controlling rolling', 'probat rate ceas control roll'],
  ])('%s', (words, expected) => {
    expect(stems(words)).toBe(expected);
  });

  it("follows the author's later changes: bli, logi, short words kept", () => {
    expect(stems('possibly geology is as us')).toBe('possibl geologi is as us');
    expect(stems('archaeology')).toBe('archaeolog');
  });

  it('cuts -ion after s and t only, with the letter counted in the stem', () => {
    expect(stems('relation adhesion scorpion')).toBe('relat adhes scorpion');
  });

  it('takes every unit beyond the vowels for a consonant', () => {
    expect(stems('a11ed ééed naïvely')).toBe('a1 ééed naïv');
  });

  it('gives a stem no longer than its word and never an empty one', () => {
    const parts = fc.constantFrom(
      ...'aeiouybst'.split(''),
      'ed',
      'ing',
      'ies',
      'ss',
      'ational',
      'ness',
      'ion',
      'eed',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (word) => {
        const stem = porter(word.join(''));
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.join('').length);
      }),
    );
  });
});
