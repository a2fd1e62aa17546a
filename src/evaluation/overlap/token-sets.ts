/** Turns a text into tokens: `analyzer('lucene-english').analyze` of `r2med/search`, `words`, or a function of yours. */
export type Tokenizer = (text: string) => Iterable<string>;

/** The distinct tokens of a text, in the order of their first occurrence. */
export const tokenSet = (text: string, tokenize: Tokenizer): ReadonlySet<string> => new Set(tokenize(text));
