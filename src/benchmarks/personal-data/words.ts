export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** The words of a text in order. Apostrophes and hyphens within a word belong to it: "O'Brien", "Guillain-Barré". */
export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));

/** The number of the first word that starts at this place or later. */
export const wordAt = (words: readonly Word[], place: number): number => {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start < place) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What stands between a word and the one after it; nothing where either is missing. */
export const gapAfter = (text: string, words: readonly Word[], i: number): string | undefined => {
  const [word, next] = [words[i], words[i + 1]];
  // A gap that is longer than any that joins two words is not read.
  return word && next && next.start - word.end <= 4 ? text.slice(word.end, next.start) : undefined;
};

/** A capital, then at least one small letter: no acronym and no initial. */
export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word) && /\p{Ll}/u.test(word);

export const withoutPossessive = (word: string): string =>
  word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word;
