import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latexText } from './latex-text.js';

describe('latexText', () => {
  it('leaves nothing that TeX obeys, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const made = latexText(text);
        const words = made.replace(/\\(text[a-z]+\{\}|ldots\{\}|[{}&%$#_])|\$\\times\$/g, '');
        expect(words).not.toMatch(/[\\{}&%$#_~^\n]/);
      }),
    );
  });
});
