import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charsmap } from './charsmap.js';

/** The table XLM-R and T5 have: SentencePiece's nmt_nfkc. */
const tokenizer = JSON.parse(
  readFileSync(new URL('../../../test/golden/onnx/xlm-r/tokenizer.json', import.meta.url), 'utf8'),
) as { normalizer: { normalizers: { precompiled_charsmap?: string }[] } };
const normalised = charsmap(tokenizer.normalizer.normalizers[0]!.precompiled_charsmap!);

describe('charsmap', () => {
  it.each([
    ['compatibility forms', '①½ﬁＡ', '11⁄2fiA'],
    ['a letter and its accent', 'e\u0301', 'é'],
    ['white space', 'a\u00a0b\tc\u200bd\ufeffe', 'a b c d e'],
    ['control characters', 'a\u0001b\u007fc', 'abc'],
    ['a full-width tilde, which stays', 'a～b', 'a～b'],
    ['an accent after plain ASCII', 'abce\u0301', 'abcé'],
    ['characters it does not know', '𓀀 中', '𓀀 中'],
    ['nothing', '', ''],
  ])('maps %s', (_, text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  it('leaves printable ASCII as it is', () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(normalised(text)).toBe(text);
      }),
    );
  });

  it('gives parts between plain letters what it gives them alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalised(`ab ${text} cd`)).toBe(`ab ${normalised(`${text}`)} cd`);
      }),
    );
  });
});
