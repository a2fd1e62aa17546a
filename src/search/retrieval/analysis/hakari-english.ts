import type { AnalyzerDefinition, ReadTerms, Stand } from './analyzer.js';
import { nltkPorter } from './porter-nltk.js';
import { HAKARI_STOP_WORDS } from './stop-words.js';
import { HASH_START, hashed, tokenMemo } from './token-memo.js';

const isAlphanumeric = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);

const termOf = (token: string): string => {
  const word = token.toLowerCase();
  return HAKARI_STOP_WORDS.has(word) ? '' : nltkPorter(word);
};

const reader = <T>({ of, dropped }: Stand<T>): ReadTerms<T> => {
  const recall = tokenMemo((token): T => {
    const term = termOf(token);
    return term === '' ? dropped : of(term);
  });
  return (text, from, textEnd, found) => {
    for (let start = from; start < textEnd; ) {
      let at = start;
      let hash = HASH_START;
      for (
        let unit = text.charCodeAt(at);
        isAlphanumeric(unit);
        unit = at < textEnd ? text.charCodeAt(at) : 0
      ) {
        hash = hashed(hash, unit);
        at++;
      }
      if (at > start) {
        const made = recall(text, start, at, hash);
        if (made !== dropped) found(made);
      }
      start = at + 1;
    }
  };
};

/**
 * HAKARI-Bench's `english_porter_stop`: matches of `[A-Za-z0-9]+`, then lower case, 74 stop words dropped, the rest
 * stemmed by NLTK 3.9's Porter stemmer. Matching comes first, so no letter becomes ASCII by being lowered (K, İ).
 */
export const hakariEnglish: AnalyzerDefinition<'hakari-english'> = {
  name: 'hakari-english',
  version: 1,
  reader,
};
