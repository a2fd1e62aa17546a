import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nanoText, trimmed } from './corpus-rows.js';

describe('a text of a Nano set', () => {
  it.each([
    ['\x1c\x1d\x1e\x1f\x85\u2028fever\u3000\n', 'fever'],
    ['\ufefffever\u200b', '\ufefffever\u200b'],
    [' \n ', ''],
    ['fever  and\n\ncough', 'fever  and\n\ncough'],
  ])('is trimmed as Python trims: %j becomes %j', (text, expected) => {
    expect(trimmed(text)).toBe(expected);
  });

  it('is trimmed in linear time, whatever is in it', () => {
    const gap = ' '.repeat(1_000_000);
    expect(trimmed(`a${gap}b`)).toHaveLength(1_000_002);
  });

  it('begins and ends with no space, and is a part of what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = trimmed(text);
        expect(text).toContain(kept);
        expect(trimmed(kept)).toBe(kept);
      }),
    );
  });

  it.each([
    [{ title: ' Gout ', text: ' Urate. ' }, 'Gout\n\nUrate.'],
    [{ title: 'Gout', text: ' Gout' }, 'Gout'],
    [{ title: 'Gout', text: '' }, 'Gout'],
    [{ title: ' ', text: 'Urate.' }, 'Urate.'],
    [{ text: 'Urate.' }, 'Urate.'],
    [{ title: '\n', text: '\t' }, ''],
  ])('joins title and body by a blank line where both exist and differ: %j', (document, expected) => {
    expect(nanoText(document)).toBe(expected);
  });
});
