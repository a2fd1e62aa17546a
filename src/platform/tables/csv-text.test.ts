import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.js';

describe('csvText', () => {
  it('quotes as RFC 4180 says, and ends lines with CR LF', () => {
    expect(csvText([['a,b', 'say "no"', 'two\nlines', 1.5, undefined]])).toBe(
      '"a,b","say ""no""","two\nlines",1.5,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-2', '@SUM(A1)', '\tx', '\r=x'])('keeps a spreadsheet from running %j', (text) => {
    const [cell] = csvText([[text]]).split('\r\n');
    expect(cell!.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('leaves numbers numbers, negative ones too', () => {
    expect(csvText([[-0.25, 1e-7]])).toBe('-0.25,1e-7\r\n');
  });

  it('starts no cell with a character that starts a formula, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = csvText([[text]]).replace(/^"/, '');
        expect(/^[=+\-@\t]/.test(cell)).toBe(false);
      }),
    );
  });
});
