import { describe, expect, it } from 'vitest';
import { porter } from './porter.js';
import { nltkPorter } from './porter-nltk.js';

const stems = (words: string): string => words.split(' ').map(nltkPorter).join(' ');

describe("NLTK's dialect", () => {
  it.each([
    [
      'irregular words',
      'skies dying lying tying news innings outing howe proceed',
      'sky die lie tie news inning outing howe proceed',
    ],
    ['-ies and -ied of four letters', 'dies died flies spied ties tied', 'die die fli spi tie tie'],
    ['-y after a consonant', 'fly happy enjoy by say cry', 'fli happi enjoy by say cri'],
    ['two letters that end short', 'aging using oping', 'age use ope'],
    ['-alli before other endings', 'radically formally nationally', 'radic formal nation'],
    ['-fulli', 'hopefully beautifully', 'hope beauti'],
    ['-logi with its l counted', 'geology theology biology', 'geolog theolog biolog'],
  ])('has rules of its own for %s', (_, words, expected) => {
    expect(stems(words)).toBe(expected);
  });

  it('is otherwise the classic stemmer', () => {
    const words =
      'caresses agreed plastered hopping relational operator triplicate adjustment adoption controlling';
    for (const word of words.split(' ')) expect(nltkPorter(word)).toBe(porter(word));
  });

  it('differs from the classic stemmer where it says so', () => {
    for (const word of ['dying', 'dies', 'enjoy', 'fly', 'geology'])
      expect(nltkPorter(word)).not.toBe(porter(word));
  });

  it('keeps words of one and two letters', () => {
    expect(stems('s is as ed ys')).toBe('s is as ed ys');
  });

  it('survives a run of y longer than the recursion of the original', () => {
    expect(nltkPorter('y'.repeat(5000)).length).toBe(5000);
  });
});
