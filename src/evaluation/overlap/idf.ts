/** The weight of a token: the rarer in a corpus, the higher. */
export type Idf = (token: string) => number;

/** In how many of a corpus' documents each token occurs. */
export interface DocumentFrequencies {
  /** Documents counted so far. */
  readonly documents: number;
  /** Counts one more document by its tokens; a repeated token counts once. */
  add(tokens: Iterable<string>): void;
  /** In how many documents a token occurs. */
  frequency(token: string): number;
  /** {@link idfOf} of the documents counted so far. */
  readonly idf: Idf;
}

/**
 * ln(1 + (N − n + 0.5) / (n + 0.5)) for a token that occurs in n of N documents: Lucene's BM25. It is above 0 for every n
 * from 0 to N; a token that no document has weighs the most.
 */
export const idfOf = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** Counts document frequencies: hand over documents here, or one at a time with `add`. Memory grows with the vocabulary alone. */
export const documentFrequencies = (documents: Iterable<Iterable<string>> = []): DocumentFrequencies => {
  const frequencies = new Map<string, number>();
  let counted = 0;
  const frequency = (token: string): number => frequencies.get(token) ?? 0;
  const add = (tokens: Iterable<string>): void => {
    counted += 1;
    for (const token of new Set(tokens)) frequencies.set(token, frequency(token) + 1);
  };
  for (const tokens of documents) add(tokens);
  return {
    get documents() {
      return counted;
    },
    add,
    frequency,
    idf: (token) => idfOf(frequency(token), counted),
  };
};
