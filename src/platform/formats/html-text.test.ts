import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { htmlText } from './index.js';

describe('HTML as text', () => {
  it('has paragraphs, items and lines of code where they are', () => {
    expect(
      htmlText(
        '<p>Serum\n urate &gt; 7&nbsp;mg&mdash;high.</p><ul><li>one</li><li>two <b>b</b>old</li></ul><pre><code>a = 1\n  b</code></pre><p>End<br>line</p>',
      ).text,
    ).toBe('Serum urate > 7 mg—high.\n\n- one\n- two bold\n\na = 1\n  b\n\nEnd\nline');
  });

  it('lists links of the web once, and reads neither scripts nor styles', () => {
    const html =
      '<a href="https://a.example/x">x</a> <a href="/local">y</a><a HREF=\'https://a.example/x\'>z</a><script>alert(1)</script><style>p{}</style>';
    expect(htmlText(html)).toEqual({ text: 'x yz', links: ['https://a.example/x'] });
  });

  it('keeps powers of ten apart from their base, and completes addresses without a protocol', () => {
    expect(
      htmlText('10<sup>-3</sup> mol of <sup>18</sup>F, Ca<sup>2+</sup> <a href="//a.example/x">x</a>'),
    ).toEqual({ text: '10^-3 mol of 18F, Ca2+ x', links: ['https://a.example/x'] });
  });

  it('of any kind is read or refused', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="http://x',
      '">',
      '<',
      '&amp;',
      '<li>',
      '<pre>',
      '\n',
      ' x ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        try {
          const { text } = htmlText(parts.join(''));
          expect(text).toBe(text.trim());
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
