import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTorn, LONGEST_TOKEN, standardTokenizer } from './standard-tokenizer.js';

const tokenizer = standardTokenizer();

const tokens = (text: string): string[] => {
  const found: string[] = [];
  tokenizer.each(text, (start, end) => found.push(text.slice(start, end)));
  return found;
};

describe('words', () => {
  it.each([
    'a.b',
    'a:b',
    "a'b",
    'a’b',
    '1.2',
    '1,000.5',
    '1;2',
    'a_b',
    'a\u00adb',
    'a\u200db',
    'a\u202fb',
    'a1b2',
    '_a_',
    'ア_a',
  ])('%s is one', (text) => {
    expect(tokens(text)).toEqual([text]);
  });

  it.each(['1:2', 'a;b', 'a,b', 'a-b', 'a\u200bb', 'a.1', '1.a', 'a..b', 'a b', 'アa', 'a中'])(
    '%s is two',
    (text) => {
      expect(tokens(text)).toHaveLength(2);
    },
  );

  it.each(['', '_', '...', '²', '½', '°', '\u0301', '\ufe0f', '\ud800', '🇩'])('%j has none', (text) => {
    expect(tokens(text)).toEqual([]);
  });

  it('Hebrew letters hold quotation marks', () => {
    expect(tokens('צה"ל a"b')).toEqual(['צה"ל', 'a', 'b']);
    expect(tokens("ג' a'")).toEqual(["ג'", 'a']);
    expect(tokens("a'א'")).toEqual(["a'א"]);
  });
});

describe('scripts without spaces', () => {
  it('Han and Hiragana are cut into characters, Katakana, Hangul and Thai into runs', () => {
    expect(tokens('中文ひら カタ 한글 สวัสดี')).toEqual(['中', '文', 'ひ', 'ら', 'カタ', '한글', 'สวัสดี']);
  });
});

describe('emoji', () => {
  it.each([
    '😀',
    '👩\u200d⚕\ufe0f',
    '👍🏽',
    '🇩🇪',
    '1\ufe0f\u20e3',
    '#\u20e3',
    '\u200d😀',
    '🏽',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
  ])('%s is one token', (text) => {
    expect(tokens(text)).toEqual([text]);
  });

  it('do not join letters', () => {
    expect(tokens('a😀b')).toEqual(['a', '😀', 'b']);
  });

  it('flags are pairs', () => {
    expect(tokens('🇩🇪🇫🇷🇮')).toEqual(['🇩🇪', '🇫🇷']);
  });

  it('a text selector ends one', () => {
    expect(tokens('☎\ufe0e')).toEqual(['☎']);
  });
});

describe('the longest token', () => {
  it('is 255 units, and what is left makes more', () => {
    expect(tokens('a'.repeat(600)).map((token) => token.length)).toEqual([255, 255, 90]);
  });

  it('is cut before a pair that would straddle the border', () => {
    expect(tokens(`${'a'.repeat(254)}𐐀z`).map((token) => token.length)).toEqual([254, 3]);
    expect(tokens('𐐀'.repeat(130)).map((token) => token.length)).toEqual([254, 6]);
  });

  it('is cut before a mark that only what lies behind the border could make part of it', () => {
    expect(tokens(`${'a'.repeat(254)}.b`).map((token) => token.length)).toEqual([254, 1]);
  });

  it('loses marks that the cut parts from their letter', () => {
    expect(tokens(`${'a'.repeat(255)}\u0301b`)).toEqual(['a'.repeat(255), 'b']);
  });
});

describe('a text that ends in half a pair', () => {
  it('loses what the scanner had not read when it saw the end', () => {
    expect(tokens('short text\ud83d')).toEqual([]);
    expect(tokens(`${'word '.repeat(60)}\ud83d`)).toHaveLength(51);
  });

  it('is otherwise cut where the scanner was', () => {
    expect(tokens(`${'a'.repeat(250)} bcdefgh\ud83d`).slice(1)).toEqual(['bcde', 'fgh']);
  });

  it('is recognised by its last unit', () => {
    expect(['', 'a', '😀', 'a\ud83d', 'a\ude00'].map((text) => isTorn(text))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});

it('tokens stand in order, are no longer than allowed and never split a pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      let last = 0;
      tokenizer.each(text, (start, end) => {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end - start).toBeLessThanOrEqual(LONGEST_TOKEN);
        expect(text.slice(start, end)).not.toMatch(/\p{Surrogate}/u);
        last = end;
      });
    }),
  );
});
