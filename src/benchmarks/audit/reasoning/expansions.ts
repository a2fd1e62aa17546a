/** The expansions of each term, as a user's table has them: `MI` to `myocardial infarction`. */
export type Expansions = ReadonlyMap<string, readonly string[]>;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a term or a text, as written. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** Adds the expansions of the terms that a text says behind it. Undefined where it says none of them. */
export type Expand = (text: string) => string | undefined;

interface Term {
  readonly words: readonly string[];
  /** An abbreviation in capitals is another word than the same letters in lower case: IT and it. */
  readonly capitals: boolean;
  readonly expansions: readonly string[];
}

/** Finds terms in texts by whole words: in any case, unless the term is in capitals. */
export const expanderOf = (expansions: Expansions): Expand => {
  const byFirstWord = new Map<string, Term[]>();
  for (const [term, own] of expansions) {
    const capitals = term === term.toUpperCase() && term !== term.toLowerCase();
    const words = wordsOf(capitals ? term : term.toLowerCase());
    const first = words[0]?.toLowerCase();
    if (first === undefined) continue;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, capitals, expansions: own }]);
  }
  return (text) => {
    const written = wordsOf(text);
    const lower = written.map((word) => word.toLowerCase());
    const found = new Set<string>();
    lower.forEach((word, at) => {
      for (const { words, capitals, expansions: own } of byFirstWord.get(word) ?? [])
        if (words.every((each, i) => each === (capitals ? written : lower)[at + i]))
          for (const expansion of own) found.add(expansion);
    });
    return found.size > 0 ? [text, ...found].join(' ') : undefined;
  };
};
