import type { AnalyzerDefinition, ReadTerms, Stand } from './analyzer.js';
import { pythonText } from './python-text.js';
import { snowballEnglish } from './snowball-english.js';
import { LUCENE_STOP_WORDS } from './stop-words.js';
import { HASH_START, hashed, tokenMemo } from './token-memo.js';

const termOf = (word: string): string => (LUCENE_STOP_WORDS.has(word) ? '' : snowballEnglish(word));

/** Whether a lower-case word has two characters or more: `\w\w+`. */
const isLongEnough = (word: string): boolean =>
  word.length > 2 || (word.length === 2 && word.codePointAt(0)! < 0x10000);

const isAsciiWord = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;

const reader = <T>({ of, dropped }: Stand<T>): ReadTerms<T> => {
  const python = pythonText();
  const finish = (word: string): T => {
    const term = termOf(word);
    return term === '' ? dropped : of(term);
  };
  const recall = tokenMemo((token) => (token.length > 1 ? finish(token.toLowerCase()) : dropped));

  return (text, from, textEnd, found) => {
    const keep = (made: T): void => {
      if (made !== dropped) found(made);
    };
    for (let start = from; start < textEnd; ) {
      let end = start;
      let hash = HASH_START;
      let unit = text.charCodeAt(end);
      while (isAsciiWord(unit)) {
        hash = hashed(hash, unit);
        unit = ++end < textEnd ? text.charCodeAt(end) : 0;
      }
      const runEnd = unit < 128 ? end : python.wordEnd(text, end, textEnd);
      if (runEnd > end) {
        // Lowering turns İ into i and a combining dot, which is not a word character and so ends the word.
        for (const word of python.lower(text, [start, runEnd], [from, textEnd]).split('\u0307'))
          if (isLongEnough(word)) keep(finish(word));
      } else if (end > start) keep(recall(text, start, end, hash));
      // What is here is no word character, so a pair may be passed one half at a time.
      start = runEnd + 1;
    }
  };
};

/**
 * What MTEB's `baseline-bm25s` does to an English text: bm25s' `tokenize` with its 33 English stop words and PyStemmer's
 * English stemmer. Lower case, runs of two or more word characters, stop words dropped, the rest stemmed.
 */
export const mtebEnglish: AnalyzerDefinition<'mteb-english'> = { name: 'mteb-english', version: 1, reader };
