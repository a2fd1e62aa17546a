import { describe, expect, it } from 'vitest';
import { makeExact, type Normalizer } from './normalizers.js';

const exact = (config: Normalizer['config'], normalizers?: Normalizer[]): Normalizer => {
  const normalizer: Normalizer = { config, ...(normalizers && { normalizers }), normalize: (text) => text };
  makeExact(normalizer);
  return normalizer;
};

describe('makeExact', () => {
  it('makes every capital sigma a small one, at the end of a word too', () => {
    expect(exact({ type: 'Lowercase' }).normalize('ΟΔΟΣ. Σ')).toBe('οδοσ. σ');
    expect(exact({ type: 'BertNormalizer', lowercase: true }).normalize('ΟΔΟΣ.')).toBe('οδοσ.');
  });

  it('reaches into a sequence', () => {
    const inner: Normalizer = { config: { type: 'Lowercase' }, normalize: (text) => text };
    exact({ type: 'Sequence' }, [inner]);
    expect(inner.normalize('Σ')).toBe('σ');
  });

  it('leaves other normalizers alone', () => {
    expect(exact({ type: 'NFC' }).normalize('Σ')).toBe('Σ');
    expect(() => makeExact(null)).not.toThrow();
  });

  describe("BERT's", () => {
    const bert = (flags: object = {}): Normalizer => exact({ type: 'BertNormalizer', ...flags });

    it('puts spaces around Han characters of every plane', () => {
      expect(bert().normalize('a中𠀅b')).toBe('a 中  𠀅 b');
      expect(bert({ handle_chinese_chars: false }).normalize('a中')).toBe('a中');
    });

    it('drops control characters and makes all white space a space', () => {
      expect(bert().normalize('a\u0000b\u200bc\td\u00a0e\ufffd')).toBe('abc d e');
      expect(bert({ clean_text: false }).normalize('a\tb')).toBe('a\tb');
    });

    it('strips accents with lower case unless told otherwise', () => {
      expect(bert({ lowercase: true, strip_accents: null }).normalize('Ménière')).toBe('meniere');
      expect(bert({ lowercase: false, strip_accents: null }).normalize('Ménière')).toBe('Ménière');
      expect(bert({ lowercase: true, strip_accents: false }).normalize('É')).toBe('é');
    });
  });
});
