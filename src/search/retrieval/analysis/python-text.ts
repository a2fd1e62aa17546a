import type { TextRange } from '../../../core/index.js';
import { codePointTable, unitsOf } from './code-point-table.js';
// What Python's `\w` and `str.lower()` see, as hexadecimal ranges, Unicode 14.0.0; made by scripts/tables/make.sh.
import PYTHON_TEXT from './python-text.json' with { type: 'json' };

const WORD = 1;
const CASED = 2;
const CASE_IGNORABLE = 4;

const CAPITAL_SIGMA = 0x3a3;

/** How Python 3.11 reads text: `\w` of `re`, `str.lower()`. */
export interface PythonText {
  /** Where the run of `\w` in `text[0, textEnd)` that starts at `start` ends; `start` if none does. */
  wordEnd(text: string, start: number, textEnd: number): number;
  /** What the range `part` becomes by `text.lower()`, where the text is the range `whole`. */
  lower(text: string, part: TextRange, whole: TextRange): string;
}

/** The code point at `at` of `text[0, textEnd)`: of a pair that the end cuts, the first half. */
const pointAt = (text: string, at: number, textEnd: number): number => {
  const point = text.codePointAt(at)!;
  return at + unitsOf(point) > textEnd ? text.charCodeAt(at) : point;
};

export const pythonText = (): PythonText => {
  const words = codePointTable([[PYTHON_TEXT.word, WORD]]);
  const casing = codePointTable([
    [PYTHON_TEXT.cased, CASED],
    [PYTHON_TEXT.caseIgnorable, CASE_IGNORABLE],
  ]);

  const isCasedBefore = (text: string, at: number, first: number): boolean => {
    for (let i = at; i > first; ) {
      const low = text.charCodeAt(i - 1);
      const pair = (low & 0xfc00) === 0xdc00 && i > first + 1 ? text.codePointAt(i - 2)! : low;
      const point = pair > 0xffff ? pair : low;
      if (casing[point] !== CASE_IGNORABLE) return casing[point] === CASED;
      i -= unitsOf(point);
    }
    return false;
  };

  const isCasedAfter = (text: string, at: number, textEnd: number): boolean => {
    for (let i = at; i < textEnd; ) {
      const point = pointAt(text, i, textEnd);
      if (casing[point] !== CASE_IGNORABLE) return casing[point] === CASED;
      i += unitsOf(point);
    }
    return false;
  };

  /** Final form at the end of a word. Its neighbours in the whole text decide, so a part cannot be lowered alone. */
  const sigma = (text: string, at: number, [first, textEnd]: TextRange): string =>
    isCasedBefore(text, at, first) && !isCasedAfter(text, at + 1, textEnd) ? '\u03c2' : '\u03c3';

  const lower = (text: string, [start, end]: TextRange, whole: TextRange): string => {
    let prepared = '';
    let from = start;
    for (let i = start; i < end; i++) {
      if (text.charCodeAt(i) !== CAPITAL_SIGMA) continue;
      prepared += text.slice(from, i) + sigma(text, i, whole);
      from = i + 1;
    }
    return (prepared + text.slice(from, end)).toLowerCase();
  };

  const wordEnd = (text: string, start: number, textEnd: number): number => {
    let end = start;
    while (end < textEnd) {
      const point = pointAt(text, end, textEnd);
      if (words[point] !== WORD) break;
      end += unitsOf(point);
    }
    return end;
  };

  return { wordEnd, lower };
};
