import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedText } from './shared-text.js';

describe('sharedText', () => {
  it('is the longest run of words of both, as the first writes it', () => {
    expect(sharedText('He has: Pain\n in the  TOE. And fever', 'pain, in the toe! fever and cough')).toBe(
      'Pain in the TOE',
    );
    expect(sharedText('ＧＯＵＴ of ½ toe', 'a gout of 1/2 toe')).toBe('ＧＯＵＴ of ½ toe');
    expect(sharedText('gout', 'fever')).toBe('');
  });

  it('is shortened', () => {
    const long = Array.from({ length: 300 }, (_, i) => `wort${i}`).join(' ');
    expect(sharedText(long, long)).toMatch(/^wort0 wort1 .* …$/);
    expect(sharedText(long, long).length).toBeLessThan(130);
  });

  it('takes texts of any size and characters', () => {
    const many = Array.from({ length: 30_000 }, (_, i) => `x${i % 50}`).join(' ');
    expect(sharedText(many, `${many} end`)).toMatch(/^x0 x1 x2/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(sharedText(a, b).length).toBeLessThanOrEqual(Math.max(a.length, 2));
      }),
    );
  });
});
