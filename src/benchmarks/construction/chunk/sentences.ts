import { bindingAbbreviations, closingAbbreviations, sentenceStarters } from './abbreviations.js';
import { cutAt, isSpace, type Span } from './span.js';

const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\p{Nd}/u;
const CLOSER = /["')\]}’”»]/;
const OPENER = /["'([{‘“«¿¡]/;
const CITED = /[\d,;–\- ]/;
/** A word before a full stop is looked at no further back than this: longer ones are no abbreviations. */
const LONGEST_WORD = 24;
/** What is in brackets stays whole up to this many characters: then the bracket was never closed. */
const LONGEST_BRACKETS = 120;
/** The longest citation, as `[12, 14–16]`, that is taken with the sentence before it. */
const LONGEST_CITATION = 32;

/**
 * The sentences of a piece of prose, in order; every character that is not white space is in exactly one. In doubt two sentences stay
 * together: half a sentence is worse evidence than two.
 */
export const sentencesIn = (text: string, span: Span): readonly Span[] =>
  cutAt(text, span, sentenceEnds(text, span));

const sentenceEnds = (text: string, { start, end }: Span): readonly number[] => {
  const ends: number[] = [];
  const numbering = enumeration();
  let from = start;
  /** Where a bracket was opened that is still open. */
  let opened: number | undefined;
  for (let at = start; at < end; at++) {
    const mark = text[at]!;
    if (mark === '(') opened ??= at;
    else if (mark === ')') opened = undefined;
    if (FULL_WIDTH.has(mark)) {
      at = afterClosers(text, at + 1, end) - 1;
      ends.push(at + 1);
      from = at + 1;
      continue;
    }
    if (mark !== '.' && mark !== '!' && mark !== '?' && mark !== '…') continue;
    const marks = at;
    while (at + 1 < end && TERMINATORS.has(text[at + 1]!)) at++;
    if (opened !== undefined && at - opened < LONGEST_BRACKETS && text[at + 1] !== ')') continue;
    opened = undefined;
    const after = afterCitation(text, afterClosers(text, at + 1, end), end);
    if (after >= end || !isSpace(text[after])) continue;
    const next = nextWord(text, after, end);
    if (!beginsSentence(next)) continue;
    const plain = mark === '.' && at === marks && after === at + 1;
    if (plain && !endsSentence(text, from, at, next, numbering)) continue;
    ends.push(after);
    from = after;
    at = after - 1;
  }
  return ends;
};

const FULL_WIDTH = new Set(['。', '！', '？']);
const TERMINATORS = new Set(['.', '!', '?', '…']);

const afterClosers = (text: string, at: number, end: number): number => {
  while (at < end && CLOSER.test(text[at]!)) at++;
  return at;
};

const afterCitation = (text: string, at: number, end: number): number => {
  if (text[at] !== '[') return at;
  const last = Math.min(end, at + LONGEST_CITATION);
  let close = at + 1;
  while (close < last && CITED.test(text[close]!)) close++;
  return close < last && text[close] === ']' && close > at + 1 ? close + 1 : at;
};

/** The beginning of what follows a full stop. */
interface NextWord {
  readonly text: string;
  readonly after: string | undefined;
}

const nextWord = (text: string, at: number, end: number): NextWord => {
  while (at < end && isSpace(text[at])) at++;
  while (at < end && OPENER.test(text[at]!)) at++;
  const word = at;
  const last = Math.min(end, word + LONGEST_WORD);
  while (at < last && LETTER.test(text[at]!)) at++;
  if (at === word && at < end) at++;
  return { text: text.slice(word, at), after: text[at] };
};

/** A word of lower case goes on with the sentence, except `pH` or `mRNA`; so does a sign that is no letter, digit or bullet. */
const beginsSentence = ({ text }: NextWord): boolean => {
  if (text === '') return true;
  if (LOWER.test(text[0]!)) return UPPER.test(text.slice(1));
  return LETTER.test(text[0]!) || DIGIT.test(text[0]!) || BULLETS.has(text[0]!);
};

const BULLETS = new Set(['•', '–', '—', '-', '*', '#', '·', '‣', '▪', '■']);

/** Whether a single full stop after a word ends the sentence that began at `from`. */
const endsSentence = (text: string, from: number, stop: number, next: NextWord, numbering: Enumeration) => {
  let begin = stop;
  while (begin > from && stop - begin <= LONGEST_WORD && !isSpace(text[begin - 1])) begin--;
  if (stop - begin > LONGEST_WORD) return true;
  while (begin < stop && OPENER.test(text[begin]!)) begin++;
  const word = text.slice(begin, stop);
  if (isNumber(word)) return !numbering.continues(Number(word), startsList(text, from, begin));
  const lower = word.toLowerCase();
  if (lower === 'no') return !DIGIT.test(next.text);
  if (bindingAbbreviations.has(lower)) return false;
  const doubtful = closingAbbreviations.has(lower) || isInitials(word);
  return !doubtful || (sentenceStarters.has(next.text.toLowerCase()) && next.after !== '.');
};

const isNumber = (word: string): boolean => /^\d{1,3}$/.test(word);

/** `E`, `i.v`, `Ph.D`: letters between full stops. */
const isInitials = (word: string): boolean => {
  const parts = word.split('.');
  return (
    parts.every((part) => part.length === 1 && LETTER.test(part)) || /^(?:ph\.d|m\.sc|b\.sc)$/i.test(word)
  );
};

/** Whether a number is the first thing of its sentence, or follows a colon or semicolon. */
const startsList = (text: string, from: number, begin: number): boolean => {
  let at = begin - 1;
  while (at >= from && (isSpace(text[at]) || text[at] === '(')) at--;
  return at < from || text[at] === ':' || text[at] === ';';
};

interface Enumeration {
  /** Whether a number with a full stop is a number of a list, as in `causes: 1. Trauma 2. Infection`. */
  continues(number: number, first: boolean): boolean;
}

const enumeration = (): Enumeration => {
  let expected: number | undefined;
  return {
    continues: (number, first) => {
      const belongs = first || number === expected;
      if (belongs) expected = number + 1;
      return belongs;
    },
  };
};
