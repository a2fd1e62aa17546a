import { words } from '../../../evaluation/overlap/index.js';
import { excerpt } from '../excerpt.js';

interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const PIECE = /[\p{L}\p{M}\p{N}]+/gu;
/** Two long texts are compared by at most so many steps: 10,000 words with 10,000. */
const MOST_WORDS = 10_000;

/** The longest run of words that two texts share, as the first one writes it, on one line; shortened at its end. */
export const sharedText = (first: string, second: string): string => {
  const [a, b] = [placedWords(first), placedWords(second)];
  const { from, length } = longestRun(a, b);
  return length === 0 ? '' : excerpt(first.slice(a[from]!.from, a[from + length - 1]!.to));
};

/** One piece may be several words: "½" is 1 and 2. */
const placedWords = (text: string): readonly PlacedWord[] => {
  const found: PlacedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    for (const word of words(piece)) found.push({ word, from: index, to: index + piece.length });
    if (found.length >= MOST_WORDS) break;
  }
  return found;
};

const longestRun = (first: readonly PlacedWord[], second: readonly PlacedWord[]) => {
  const numbers = new Map<string, number>();
  const numbered = (all: readonly PlacedWord[]): Uint32Array =>
    Uint32Array.from(all, ({ word }) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
  const [a, b] = [numbered(first), numbered(second)];
  let best = { from: 0, length: 0 };
  /** The length of the run that ends at each word of the second text, and at the last word of the first one. */
  let ending = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a[i] !== b[j]) continue;
      const length = ending[j]! + 1;
      next[j + 1] = length;
      if (length > best.length) best = { from: i - length + 1, length };
    }
    ending = next;
  }
  return best;
};
