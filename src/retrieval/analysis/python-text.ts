import { codePointTable, unitsOf } from './code-point-table.js';
import { PYTHON_TEXT } from './python-text-table.js';

const WORD = 1;
const CASED = 2;
const CASE_IGNORABLE = 4;

const CAPITAL_SIGMA = 0x3a3;

/** How Python 3.11 reads text: `\w` of `re`, `str.lower()`. */
export interface PythonText {
  /** Where the run of `\w` that starts at `start` ends; `start` if none does. */
  wordEnd(text: string, start: number): number;
  /** `text.lower()`, the part of it that `text[start, end)` becomes. */
  lower(text: string, start: number, end: number): string;
}

export const pythonText = (): PythonText => {
  const words = codePointTable([[PYTHON_TEXT.word, WORD]]);
  const casing = codePointTable([
    [PYTHON_TEXT.cased, CASED],
    [PYTHON_TEXT.caseIgnorable, CASE_IGNORABLE],
  ]);

  const isCasedBefore = (text: string, at: number): boolean => {
    for (let i = at; i > 0; ) {
      const low = text.charCodeAt(i - 1);
      const pair = (low & 0xfc00) === 0xdc00 && i > 1 ? text.codePointAt(i - 2)! : low;
      const point = pair > 0xffff ? pair : low;
      if (casing[point] !== CASE_IGNORABLE) return casing[point] === CASED;
      i -= unitsOf(point);
    }
    return false;
  };

  const isCasedAfter = (text: string, at: number): boolean => {
    for (let i = at; i < text.length; ) {
      const point = text.codePointAt(i)!;
      if (casing[point] !== CASE_IGNORABLE) return casing[point] === CASED;
      i += unitsOf(point);
    }
    return false;
  };

  /** Final form at the end of a word. Its neighbours in the whole text decide, so a part cannot be lowered alone. */
  const sigma = (text: string, at: number): string =>
    isCasedBefore(text, at) && !isCasedAfter(text, at + 1) ? '\u03c2' : '\u03c3';

  const lower = (text: string, start: number, end: number): string => {
    let prepared = '';
    let from = start;
    for (let i = start; i < end; i++) {
      if (text.charCodeAt(i) !== CAPITAL_SIGMA) continue;
      prepared += text.slice(from, i) + sigma(text, i);
      from = i + 1;
    }
    return (prepared + text.slice(from, end)).toLowerCase();
  };

  const wordEnd = (text: string, start: number): number => {
    let end = start;
    for (let point = text.codePointAt(end); words[point ?? 0] === WORD; point = text.codePointAt(end))
      end += unitsOf(point!);
    return end;
  };

  return { wordEnd, lower };
};
