import { once } from '../../../core/index.js';
import { type CodePointTable, codePointTable } from './code-point-table.js';
import { WORD_BREAK_CLASSES } from './word-break-table.js';

/** What the word and emoji rules need to know of a character: its class in the table, as a number. */
export const WORD_BREAK = {
  other: 0,
  letter: 1,
  letterPictograph: 2,
  hebrewLetter: 3,
  keycapDigit: 4,
  numeric: 5,
  katakana: 6,
  extendNumLet: 7,
  midLetter: 8,
  midNum: 9,
  midNumLet: 10,
  singleQuote: 11,
  doubleQuote: 12,
  single: 13,
  complex: 14,
  pictograph: 15,
  regionalIndicator: 16,
  keycapSymbol: 17,
  extend: 18,
  complexExtend: 19,
  modifier: 20,
  keycap: 21,
  zwj: 22,
  textSelector: 23,
  emojiSelector: 24,
  tag: 25,
  tagEnd: 26,
} as const;

export const wordBreakTable = once(
  (): CodePointTable =>
    codePointTable(
      Object.entries(WORD_BREAK_CLASSES).map(([name, ranges]) => [
        ranges,
        WORD_BREAK[name as keyof typeof WORD_BREAK_CLASSES],
      ]),
    ),
);
