import { isSpace, type Span, trimmed } from './span.js';
import type { CountTokens } from './tokens.js';

/** How good a place is to cut a sentence, best first: after `;` or `:` or at a line break, after a comma or before a dash, between words. */
const CLAUSE = 0;
const COMMA = 1;
const WORDS = 2;
/** Between a number and its unit, or a sign and its number: only where nothing else is left. */
const INSIDE_QUANTITY = 3;

/**
 * Cuts a sentence into parts of at most `limit` tokens: at the last clause mark of the second half of what fits, else at a comma or dash, else
 * between words, and inside a word only where it alone is longer than the limit. `first` is the room of the first part.
 */
export const splitLong = (
  text: string,
  span: Span,
  count: CountTokens,
  limit: number,
  first = limit,
): readonly Span[] => {
  const parts: Span[] = [];
  let rest: Span | undefined = span;
  while (rest) {
    const room = parts.length === 0 ? first : limit;
    const fits = longestFit(text, rest, count, room);
    if (fits >= rest.end) {
      parts.push(rest);
      break;
    }
    const cut = bestCut(text, rest.start, fits);
    parts.push(trimmed(text, { start: rest.start, end: cut })!);
    rest = trimmed(text, { start: cut, end: rest.end });
  }
  return parts;
};

/** The end of the longest beginning of a span with at most `room` tokens. It doubles before it halves, so it reads little beyond the end. */
const longestFit = (text: string, { start, end }: Span, count: CountTokens, room: number): number => {
  const holds = (to: number): boolean => count(text.slice(start, to)) <= room;
  let fits = start;
  let step = 64;
  let over = end + 1;
  while (fits < end) {
    const to = Math.min(end, start + step);
    if (!holds(to)) {
      over = to;
      break;
    }
    fits = to;
    step *= 2;
  }
  while (over - fits > 1 && fits < end) {
    const middle = (fits + over) >> 1;
    if (holds(middle)) fits = middle;
    else over = middle;
  }
  return fits;
};

/** The best place to cut in the second half of what fits; where there is none, the last one in the first half; else inside the word. */
const bestCut = (text: string, start: number, fits: number): number => {
  const half = start + ((fits - start) >> 1);
  let best: { readonly at: number; readonly rank: number } | undefined;
  for (let at = fits; at > start; at--) {
    if (at <= half && best) break;
    const rank = rankOfCut(text, at);
    if (rank !== undefined && (!best || rank < best.rank)) best = { at, rank };
    if (best?.rank === CLAUSE) break;
  }
  return best?.at ?? insideWord(text, start, fits);
};

/** Never between the halves of a surrogate pair, and always forward. */
const insideWord = (text: string, start: number, fits: number): number => {
  const at = Math.max(fits, start + 1);
  const unit = text.charCodeAt(at);
  if (unit < 0xdc00 || unit > 0xdfff) return at;
  return at - 1 > start ? at - 1 : at + 1;
};

/** The rank of a cut before the character at `at`; undefined inside a word. */
const rankOfCut = (text: string, at: number): number | undefined => {
  if (!isSpace(text[at]) || isSpace(text[at - 1])) return undefined;
  const before = text[at - 1]!;
  let next = at;
  while (next < at + 3 && isSpace(text[next])) next++;
  const after = text[next] ?? '';
  if (before === ';' || before === ':' || text[at] === '\n') return CLAUSE;
  if (before === ',' || after === '–' || after === '—' || after === '(') return COMMA;
  return /[\d<>=≤≥±~×]/.test(before) || /[<>=≤≥±×%°]/.test(after) ? INSIDE_QUANTITY : WORDS;
};
