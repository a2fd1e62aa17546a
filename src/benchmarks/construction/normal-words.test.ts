import { describe, expect, it } from 'vitest';
import { holdsPhrase, isSameAnswer } from './normal-words.js';

describe('two ways of writing one answer', () => {
  it.each([
    ['The gout', 'GOUT.', true],
    ['Sjögren syndrome', 'Sjogren Syndrome', true],
    ['beta-blocker', 'beta blocker', true],
    ['hepatitis A', 'hepatitis', false],
    ['0.5 mg', '0,5 mg', false],
    ['5 mg', '0.5 mg', false],
    ['< 5 %', '> 5 %', false],
    ['?', '!', false],
    ['A', 'a', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameAnswer(a, b)).toBe(same);
  });

  it.each([
    ['It was acute gout, they said.', 'Acute Gout', true],
    ['It was acute and gouty.', 'gout', false],
    ['anything', '…', false],
  ])('"%s" holds "%s": %s', (text, phrase, holds) => {
    expect(holdsPhrase(text, phrase)).toBe(holds);
  });
});
