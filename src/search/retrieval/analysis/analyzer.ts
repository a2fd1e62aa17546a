/** Turns a text into the terms it is found by. */
export interface NamedAnalyzer<Name extends string> {
  readonly name: Name;
  /** Raised when the terms of any text change, so that indexes made before are not used again. */
  readonly version: number;
  analyze(text: string): string[];
}

/** What stands for terms: the terms themselves, or numbers for a reader that counts them. It is made once for a word that repeats. */
export interface Stand<T> {
  /** The term may be a part of the text it was found in: a reader that stores it stores a copy. */
  of(term: string): T;
  readonly dropped: T;
}

/** Calls `found` with what stands for each term of `text[start, end)`. What is around the range does not matter. */
export type ReadTerms<T> = (text: string, start: number, end: number, found: (term: T) => void) => void;

/** An analyzer before it is put to work: what it remembers of the words it has seen belongs to one reader. */
export interface AnalyzerDefinition<Name extends string>
  extends Pick<NamedAnalyzer<Name>, 'name' | 'version'> {
  reader<T>(stand: Stand<T>): ReadTerms<T>;
}
