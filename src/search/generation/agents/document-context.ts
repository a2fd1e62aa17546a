/** Search-o1 looks for the sentence in so much of a page. */
const LOOKED_THROUGH = 50_000;
/** Search-o1 takes a sentence for found when its F1 is above this. */
const FOUND = 0.2;

/**
 * The part of a document that is read: all of it if it is short, else `characters` on each side of the sentence that
 * shares most words with what was searched for, else its beginning. Search-o1 looks for the snippet that a web search
 * shows; documents of a corpus have none, so the query represents it.
 */
export const documentContext = (text: string, query: string, characters: number): string => {
  if (text.length <= 2 * characters) return text;
  const wanted = wordsOf(query);
  let best = { f1: FOUND, from: 0, to: 0 };
  for (const { from, to } of sentencesOf(text.slice(0, LOOKED_THROUGH))) {
    const f1 = overlap(wordsOf(text.slice(from, to)), wanted);
    if (f1 > best.f1) best = { f1, from, to };
  }
  return best.to === 0
    ? partBetween(text, 0, 2 * characters)
    : partBetween(text, Math.max(0, best.from - characters), best.to + characters);
};

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ends of sentences: marks before a space, or line ends. No word list decides about "Dr." – a window is cut, not a text. */
const sentencesOf = function* (text: string): Generator<Span> {
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?](?=\s)|\n+|$/g)) {
    const to = index + end.length;
    if (text.slice(from, to).trim() !== '') yield { from, to };
    from = to;
  }
};

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Harmonic mean of the shares of both sets of words that the other has. */
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
};

/** Both ends between characters: half a surrogate pair is not a text. */
export const partBetween = (text: string, from: number, to: number): string =>
  text.slice(isLow(text, from) ? from + 1 : from, isLow(text, to) ? to - 1 : to);

const isLow = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
};
