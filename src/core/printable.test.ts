import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine } from './printable.js';

const text = fc.string({ unit: 'binary' });
/** Written apart from the code: everything a terminal could obey, by number. */
const isObeyed = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x061c ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff);
const obeyed = (shown: string): readonly number[] =>
  Array.from(shown, (character) => character.codePointAt(0)!).filter(isObeyed);
const hostile = fc
  .array(
    fc.oneof(
      text,
      fc.integer({ min: 0, max: 0x206f }).map((code) => String.fromCharCode(code)),
    ),
  )
  .map((parts) => parts.join(''));

describe('printable', () => {
  it('shows escape sequences instead of sending them', () => {
    expect(printable('a\u001b]0;title\u0007b')).toBe('a\\u{1b}]0;title\\u{7}b');
    expect(printable('\u009b31m \u202eevil\u202c \r')).toBe('\\u{9b}31m \\u{202e}evil\\u{202c} \\u{d}');
    expect(printable('\ud800 \u2028')).toBe('\\u{d800} \\u{2028}');
  });
  it('leaves text of any language and line ends alone', () => {
    for (const kept of ['café\nnaïve\t1', '日本語', 'می‌خواهم', '👩‍⚕️', '\u0600١٢'])
      expect(printable(kept)).toBe(kept);
  });
  it('never lets through what a terminal obeys', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        expect(obeyed(printable(given)).filter((code) => code !== 10 && code !== 9)).toEqual([]);
        expect(obeyed(printableLine(given))).toEqual([]);
        expect(printable(printable(given))).toBe(printable(given));
      }),
    );
  });
});

describe('printableLine', () => {
  it('keeps a text on one line', () => {
    expect(printableLine('q\n1\t\r')).toBe('q\\n1\\t\\r');
  });
});

describe('printableJson', () => {
  it('is the same value, without a character that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), fc.constantFrom(undefined, 2), (value, indent) => {
        const written = printableJson(value, indent);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(obeyed(written).filter((code) => code !== 10)).toEqual([]);
      }),
    );
    expect(printableJson('\u007f\u0085\u202e\u2028\u{e0001}')).toBe(
      '"\\u007f\\u0085\\u202e\\u2028\\udb40\\udc01"',
    );
  });
});
