import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snowballEnglish } from './snowball-english.js';

const stems = (words: string): string => words.split(' ').map(snowballEnglish).join(' ');

describe('snowballEnglish', () => {
  it.each([
    ['consign consigned consigning consignment', 'consign consign consign consign'],
    ['consist consistency consistently consists', 'consist consist consist consist'],
    ['knack knackeries knavish knife knightly knots', 'knack knackeri knavish knife knight knot'],
    ['caresses ties cries gas this gaps kiwis dogs', 'caress tie cri gas this gap kiwi dog'],
    ['hopping hoping luxuriated agreed bled', 'hop hope luxuri agre bled'],
    ['cry by say happily', 'cri by say happili'],
    ['geology biologist apologies analogous', 'geolog biolog apolog analog'],
    ['rationalization sensational hopelessly beautifully', 'ration sensat hopeless beauti'],
  ])('%s', (words, expected) => {
    expect(stems(words)).toBe(expected);
  });

  it('knows words by heart', () => {
    expect(stems('skis skies idly gently ugly early only singly sky news howe atlas cosmos bias andes')).toBe(
      'ski sky idl gentl ugli earli onli singl sky news howe atlas cosmos bias andes',
    );
  });

  it('keeps what other regions would conflate', () => {
    expect(
      stems('generate general universe university internal international past paste lateral organic'),
    ).toBe('generat general univers universiti internal internat past paste lateral organic');
  });

  it('keeps some words in -ing and -eed, and turns -ying into -ie after one consonant', () => {
    expect(stems('inning outing herring evening proceed exceed succeed dying vying saying')).toBe(
      'inning outing herring evening proceed exceed succeed die vie say',
    );
  });

  it('keeps the double letter of add, egg, off and ebb', () => {
    expect(stems('added egging offed ebbing hopped')).toBe('add egg off ebb hop');
  });

  it('drops apostrophes and possessives', () => {
    expect(stems("'tis dog's dogs' dog's'")).toBe('tis dog dog dog');
  });

  it('treats y at the start and after a vowel as a consonant', () => {
    expect(stems('youth boyish sayings enjoyed')).toBe('youth boyish say enjoy');
  });

  it('counts characters beyond the basic plane as one letter', () => {
    expect(snowballEnglish('𝐱y')).toBe('𝐱y');
    expect(snowballEnglish('𝐱ies')).toBe('𝐱ie');
    expect(snowballEnglish('a𝐱ies')).toBe('a𝐱i');
    expect(snowballEnglish('𝐱𝐲𝐳ing')).toBe('𝐱𝐲𝐳ing');
    expect(snowballEnglish('a𝐱ed')).toBe('a𝐱e');
  });

  it('gives a stem no longer than its word and never an empty one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
        const stem = snowballEnglish(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});
