import { isHighSurrogate, unitsOf } from './code-point-table.js';
import { type Automaton, CLASSES, DEAD, TOKENIZER_RULES } from './tokenizer-rules.js';
import { WORD_BREAK, wordBreakTable } from './word-break-class.js';

/** The scanner's buffer in UTF-16 units, hence the longest token: Lucene's `DEFAULT_MAX_TOKEN_LENGTH`. */
export const LONGEST_TOKEN = 255;

/** Lucene 9.9.1's StandardTokenizer: finds tokens in a text. */
export interface StandardTokenizer {
  /** Where the token of `text[0, textEnd)` that starts at `start` ends; `start` if none does. The text must not be torn. */
  tokenEnd(text: string, start: number, textEnd: number): number;
  /** Reports every token of any text. */
  each(text: string, token: (start: number, end: number) => void): void;
}

/** A text is torn if it ends in the first half of a surrogate pair. */
export const isTorn = (text: string, start = 0, end = text.length): boolean =>
  end > start && isHighSurrogate(text.charCodeAt(end - 1));

export const standardTokenizer = (): StandardTokenizer => {
  const classes = wordBreakTable();
  const rulesByStart: readonly (readonly Automaton[])[] = Object.values(WORD_BREAK).map((kind) =>
    TOKENIZER_RULES.filter((rule) => rule.starts.includes(kind)),
  );
  /** Whether the last match asked for a character where its window ended. */
  let overran = false;

  const longest = ({ next, accepting, final }: Automaton, text: string, start: number, windowEnd: number) => {
    let state = 0;
    let end = start;
    for (let at = start; at < windowEnd; ) {
      const point = text.codePointAt(at)!;
      state = next[state * CLASSES + classes[point]!]!;
      if (state === DEAD) return end;
      at += unitsOf(point);
      if (accepting[state] === 1) end = at;
      if (final[state] === 1) return end;
    }
    overran = true;
    return end;
  };

  const longestOfAll = (text: string, start: number, windowEnd: number): number => {
    overran = start >= windowEnd;
    if (overran) return start;
    let end = start;
    for (const rule of rulesByStart[classes[text.codePointAt(start)!]!]!)
      end = Math.max(end, longest(rule, text, start, windowEnd));
    return end;
  };

  const tokenEnd = (text: string, start: number, textEnd: number): number => {
    let windowEnd = start + LONGEST_TOKEN;
    if (windowEnd >= textEnd) windowEnd = textEnd;
    else if (isHighSurrogate(text.charCodeAt(windowEnd - 1))) windowEnd--;
    return longestOfAll(text, start, windowEnd);
  };

  const behind = (text: string, start: number, end: number): number =>
    end > start ? end : start + unitsOf(text.codePointAt(start)!);

  /**
   * The scanner fills its buffer piece by piece, and the last piece of a torn text tells it that the input has ended
   * although the piece is still to be read: the token it is in the middle of is cut there, and if it is between
   * tokens, the rest of the text is lost. So here the buffer is followed as the scanner fills it.
   */
  const eachOfTorn = (text: string, token: (start: number, end: number) => void): void => {
    let bufferStart = 0;
    let bufferEnd = 0;
    /** 1 if a full buffer ended in half a pair, which then waits for the buffer to move. */
    let heldBack = 0;

    /** Reads on, with `start` as the first unit to keep; false if the scanner sees the end of the input. */
    const refill = (start: number): boolean => {
      if (start > bufferStart) {
        bufferStart = start;
        bufferEnd += heldBack;
        heldBack = 0;
      }
      const room = bufferStart + LONGEST_TOKEN - bufferEnd - heldBack;
      const read = Math.min(room, text.length - bufferEnd);
      bufferEnd += read;
      if (read === 0) return false;
      if (!isHighSurrogate(text.charCodeAt(bufferEnd - 1))) return true;
      if (read < room) return false;
      bufferEnd--;
      heldBack = 1;
      return read > 1;
    };

    for (let start = 0; ; ) {
      const end = longestOfAll(text, start, bufferEnd);
      if (overran) {
        const reached = bufferEnd;
        if (refill(start)) continue;
        if (start === reached) return;
      }
      if (end > start) token(start, end);
      start = behind(text, start, end);
    }
  };

  return {
    tokenEnd,
    each: (text, token) => {
      if (isTorn(text)) return eachOfTorn(text, token);
      for (let start = 0; start < text.length; ) {
        const end = tokenEnd(text, start, text.length);
        if (end > start) token(start, end);
        start = behind(text, start, end);
      }
    },
  };
};
