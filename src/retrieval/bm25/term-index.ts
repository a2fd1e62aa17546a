import type { DocId } from '../../core/index.js';

/** How often each term occurs in each row of a corpus, by term: the part of BM25 that no parameter changes. */
export interface TermIndex {
  /** Document ids by row, in file order; a repeated id is a repeated row. */
  readonly ids: readonly DocId[];
  /** Tokens by row. */
  readonly lengths: Uint32Array;
  /**
   * Term ids as gensim's Dictionary gives them: rows in file order, the new tokens of a row by code point. The
   * reference sums a score in this order, so it decides last bits.
   */
  readonly termIds: ReadonlyMap<string, number>;
  /** The postings of term `t` are from `starts[t]` up to `starts[t + 1]`, in file order. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly frequencies: Counts;
}

/** Counts in the narrowest width that holds them all: nearly every term frequency is below 256. */
export type Counts = Uint8Array | Uint16Array | Uint32Array;

export const countsFor = (length: number, highest: number): Counts =>
  highest < 0x100
    ? new Uint8Array(length)
    : highest < 0x10000
      ? new Uint16Array(length)
      : new Uint32Array(length);

/** Where the posting of a row is among those of a term, or -1. */
export const postingOf = ({ starts, rows }: TermIndex, term: number, row: number): number => {
  let low = starts[term]!;
  let high = starts[term + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low < starts[term + 1]! && rows[low] === row ? low : -1;
};
