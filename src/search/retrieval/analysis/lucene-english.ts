import type { AnalyzerDefinition, ReadTerms, Stand } from './analyzer.js';
import { unitsOf } from './code-point-table.js';
import { porter } from './porter.js';
import { isTorn, LONGEST_TOKEN, standardTokenizer } from './standard-tokenizer.js';
import { LUCENE_STOP_WORDS } from './stop-words.js';
import { HASH_START, hashed, tokenMemo } from './token-memo.js';

const isApostrophe = (unit: number): boolean => unit === 0x27 || unit === 0x2019 || unit === 0xff07;

const withoutPossessive = (token: string): string =>
  (token.endsWith('s') || token.endsWith('S')) && isApostrophe(token.charCodeAt(token.length - 2))
    ? token.slice(0, -2)
    : token;

/**
 * Java's `Character.toLowerCase`, code point by code point. Of all characters that can be part of a token, JavaScript
 * lowers two differently: it gives İ a combining dot, and a Σ at the end of a word its final form.
 */
const lowerCase = (token: string): string =>
  (/[\u03a3\u0130]/.test(token)
    ? token.replaceAll('\u03a3', '\u03c3').replaceAll('\u0130', 'i')
    : token
  ).toLowerCase();

const termOf = (token: string): string => {
  const word = lowerCase(withoutPossessive(token));
  return LUCENE_STOP_WORDS.has(word) ? '' : porter(word);
};

const LETTER = 1;
const DIGIT = 2;
const UNDERSCORE = 4;
const WORD = LETTER | DIGIT | UNDERSCORE;
/** The start of a token only together with what follows: left to the tokenizer. */
const UNDECIDED = 8;
/** Shifted by this, the kinds of character that one in the middle holds together. */
const JOINS = 4;
/** Not ASCII. */
const FOREIGN = 128;
/** Read where the text has ended: a character of no kind. */
const NOTHING = 0;

/** What an ASCII character can do for a token that is ASCII throughout. */
const ASCII_KINDS: readonly (readonly [string, number])[] = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', LETTER],
  ['0123456789', DIGIT],
  ['_', UNDERSCORE],
  ['#*', UNDECIDED],
  [':', LETTER << JOINS],
  [',;', DIGIT << JOINS],
  [".'", (LETTER | DIGIT) << JOINS],
];

const unitKinds = (): Uint8Array => {
  const kinds = new Uint8Array(0x10000).fill(FOREIGN, 128);
  for (const [characters, kind] of ASCII_KINDS)
    for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)] = kind;
  return kinds;
};

const reader = <T>({ of, dropped }: Stand<T>): ReadTerms<T> => {
  const tokenizer = standardTokenizer();
  const kinds = unitKinds();
  const finish = (token: string): T => {
    const term = termOf(token);
    return term === '' ? dropped : of(term);
  };
  const recall = tokenMemo(finish);

  /** Hash of the token that `asciiEnd` found last. */
  let hash = HASH_START;

  /** Where the token of ASCII characters that starts at `start` ends; -1 if that is for the tokenizer to say. */
  const asciiEnd = (text: string, start: number, textEnd: number): number => {
    // One unit more than a token can have, so that the scan of an endless word ends.
    const scanEnd = Math.min(textEnd, start + LONGEST_TOKEN + 1);
    let at = start;
    let unit = text.charCodeAt(at);
    let kind = kinds[unit]!;
    let hashSoFar = HASH_START;
    while ((kind & WORD) !== 0) {
      hashSoFar = hashed(hashSoFar, unit);
      unit = ++at < scanEnd ? text.charCodeAt(at) : NOTHING;
      kind = kinds[unit]!;
      if (kind < 1 << JOINS || kind === FOREIGN) continue;
      const after = at + 1 < textEnd ? text.charCodeAt(at + 1) : NOTHING;
      const afterKind = kinds[after]!;
      if (afterKind === FOREIGN) return -1;
      if (((kind >> JOINS) & kinds[text.charCodeAt(at - 1)]! & afterKind) === 0) break;
      hashSoFar = hashed(hashSoFar, unit);
      at++;
      unit = after;
      kind = afterKind;
    }
    hash = hashSoFar;
    return kind === FOREIGN || at - start > LONGEST_TOKEN ? -1 : at;
  };

  return (text, from, textEnd, found) => {
    const keep = (made: T): void => {
      if (made !== dropped) found(made);
    };
    if (isTorn(text, from, textEnd)) {
      const torn = text.slice(from, textEnd);
      tokenizer.each(torn, (start, end) => keep(finish(torn.slice(start, end))));
      return;
    }
    for (let start = from; start < textEnd; ) {
      const kind = kinds[text.charCodeAt(start)]!;
      let end = (kind & (LETTER | DIGIT)) !== 0 ? asciiEnd(text, start, textEnd) : -1;
      if (end > start) keep(recall(text, start, end, hash));
      else if ((kind & (WORD | UNDECIDED | FOREIGN)) !== 0) {
        end = tokenizer.tokenEnd(text, start, textEnd);
        if (end > start) keep(finish(text.slice(start, end)));
      }
      start = end > start ? end : start + (kind === FOREIGN ? unitsOf(text.codePointAt(start)!) : 1);
    }
  };
};

/**
 * Lucene 9.9.1's `EnglishAnalyzer`: StandardTokenizer, possessive filter, lower case, 33 stop words, Porter's stemmer.
 * Tokens of ASCII characters are found by the loop above, all others by the tokenizer.
 */
export const luceneEnglish: AnalyzerDefinition<'lucene-english'> = {
  name: 'lucene-english',
  version: 1,
  reader,
};
