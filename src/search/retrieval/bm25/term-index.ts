import type { DocId } from '../../../core/index.js';
import { growingStrings, grown, type StringTable, stringTable } from './string-table.js';

/** How often each term occurs in each row of a corpus, by term: the part of BM25 that no parameter changes. */
export interface TermIndex {
  readonly ids: RowIds;
  readonly lengths: Uint32Array;
  /**
   * Terms, numbered as gensim's Dictionary does: rows in file order, the new tokens of a row by code point. The
   * reference sums a score in this order, so it decides last bits.
   */
  readonly terms: StringTable;
  /** The postings of term `t` are from `starts[t]` up to `starts[t + 1]` of all postings. */
  readonly starts: Uint32Array;
  /** Bytes of postings, lengths and starts; not of terms and ids. */
  readonly bytes: number;
  /** The postings of a term. They may come from disk at every call. */
  postings(term: number): Postings;
  /** Those of all terms, one term after the other. */
  allPostings(): Postings;
}

/** In which rows a term is, in file order, and how often. */
export interface Postings {
  readonly rows: Uint32Array;
  readonly frequencies: Counts;
}

export const termIn = ({ terms }: TermIndex, word: string): number | undefined => {
  const term = terms.numberOf(word);
  return term < 0 ? undefined : term;
};

/** Counts in the narrowest width that holds them all: nearly every term frequency is below 256. */
export type Counts = Uint8Array | Uint16Array | Uint32Array;

export const countsFor = (length: number, highest: number): Counts =>
  highest < 0x100
    ? new Uint8Array(length)
    : highest < 0x10000
      ? new Uint16Array(length)
      : new Uint32Array(length);

/** Where a row is among those of a term, or -1. */
export const placeOfRow = (rows: Uint32Array, row: number): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
};

/** Document ids by row, in file order; a repeated id is a repeated row. */
export interface RowIds {
  readonly length: number;
  at(row: number): DocId;
  /** The different ids, numbered in the order of their first rows. */
  readonly distinct: StringTable;
  /** The number of each row's id; nothing if no id repeats, so that the number is the row. */
  readonly numbers: Uint32Array | undefined;
}

export const rowIds = (length: number, distinct: StringTable, numbers: Uint32Array | undefined): RowIds => ({
  length,
  at: (row) => distinct.at(numbers ? numbers[row]! : row) as DocId,
  distinct,
  numbers,
});

export const rowIdsBuilder = () => {
  const distinct = growingStrings();
  let numbers = new Uint32Array(1 << 10);
  let length = 0;
  return {
    add: (ids: readonly DocId[]): void => {
      if (length + ids.length > numbers.length) numbers = grown(numbers, length + ids.length);
      for (const id of ids) numbers[length++] = distinct.add(id);
    },
    finish: (): RowIds =>
      rowIds(
        length,
        stringTable(distinct.arrays()),
        distinct.size < length ? numbers.slice(0, length) : undefined,
      ),
  };
};

export const heldIndex = ({
  rows,
  frequencies,
  ...rest
}: Pick<TermIndex, 'ids' | 'lengths' | 'terms' | 'starts'> & Postings): TermIndex => ({
  ...rest,
  bytes: rows.byteLength + frequencies.byteLength + rest.lengths.byteLength + rest.starts.byteLength,
  postings: (term) => {
    const begin = rest.starts[term]!;
    const end = rest.starts[term + 1]!;
    return { rows: rows.subarray(begin, end), frequencies: frequencies.subarray(begin, end) };
  },
  allPostings: () => ({ rows, frequencies }),
});
