import { expect, it } from 'vitest';
import { WORD_BREAK, wordBreakTable } from './word-break-class.js';

const table = wordBreakTable();
const classOf = (character: string): string =>
  Object.entries(WORD_BREAK).find(([, kind]) => kind === table[character.codePointAt(0)!])![0];

it('classes have numbers of their own, from 0 on', () => {
  expect(Object.values(WORD_BREAK)).toEqual(Object.values(WORD_BREAK).map((_, i) => i));
});

it.each([
  ['letter', 'aéβЖ한々'],
  ['letterPictograph', 'ℹⓂ🅰'],
  ['hebrewLetter', 'אש'],
  ['keycapDigit', '09'],
  ['numeric', '٣๓०１𝟘'],
  ['katakana', 'アｶー'],
  ['single', '中ひ𠀀'],
  ['complex', 'กကក'],
  ['complexExtend', '\u0e31\u102d'],
  ['pictograph', '😀☎©'],
  ['other', ' -²½°±\u0378\ud800\u{10ffff}'],
  ['extend', '\u0301\u00ad\u200c\ufeff'],
  ['midNumLet', '.’'],
  ['midLetter', ':·'],
  ['midNum', ',;'],
  ['extendNumLet', '_\u202f'],
])('%s: %s', (name, characters) => {
  expect([...characters].map(classOf)).toEqual([...characters].map(() => name));
});

it('emoji that Unicode 12.1 reserved are pictographs, letters that it did not know are nothing', () => {
  expect(classOf('\u{1fae0}')).toBe('pictograph');
  expect(classOf('\u{10570}')).toBe('other');
});
