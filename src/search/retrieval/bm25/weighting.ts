import type { Postings, TermIndex } from './term-index.js';

export interface Parameters {
  readonly k1: number;
  readonly b: number;
}

/** What BM25 asks of a collection. */
export interface Statistics {
  /** Documents, empty ones included. */
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
  readonly documentFrequencies: Uint32Array;
}

/** What one term, or one occurrence of it, adds to a document's score. */
export interface Contribution {
  readonly term: number;
  readonly value: number;
  /** The numbers behind the value, by name, in the order in which they enter the formula. */
  readonly from: Readonly<Record<string, number>>;
}

/** The terms of a query: in its order and as often as it says them, or each once with its weight in place of how often. */
export type AskedTerms = readonly number[] | ReadonlyMap<number, number>;

/** One program's BM25, restated to the last bit. */
export interface Weighting {
  /** Scores of all rows for the terms of a query. The array is used again by the next call. */
  score(asked: AskedTerms): Float32Array;
  /** What the query's terms add to the score of one row, in the order in which it is added. */
  contributions(asked: AskedTerms, row: number): readonly Contribution[];
  /** Adds contributions up as `score` does. */
  sum(values: readonly number[]): number;
}

export type Weigh = (index: TermIndex, statistics: Statistics, parameters: Parameters) => Weighting;

/** The statistics of an index, over all of its rows or over the given ones. */
export const statisticsOf = (
  { lengths, starts, allPostings }: TermIndex,
  counted: Uint32Array | undefined,
): Statistics => {
  const documentFrequencies = new Uint32Array(starts.length - 1);
  const countedRows = counted ?? lengths.keys();
  let tokens = 0;
  let nonEmptyDocuments = 0;
  for (const row of countedRows) {
    tokens += lengths[row]!;
    if (lengths[row]! > 0) nonEmptyDocuments++;
  }
  const isCounted = counted && flags(counted, lengths.length);
  const rows = isCounted && allPostings().rows;
  for (let term = 0; term < documentFrequencies.length; term++) {
    const end = starts[term + 1]!;
    let frequency = end - starts[term]!;
    if (rows) for (let p = starts[term]!; p < end; p++) frequency -= 1 - isCounted[rows[p]!]!;
    documentFrequencies[term] = frequency;
  }
  return { documents: counted?.length ?? lengths.length, nonEmptyDocuments, tokens, documentFrequencies };
};

const flags = (rows: Uint32Array, length: number): Uint8Array => {
  const set = new Uint8Array(length);
  for (const row of rows) set[row] = 1;
  return set;
};

export interface WeightedPostings extends Postings {
  readonly weights: Float32Array;
}

/**
 * Weighs the postings of terms when a query first says them: a run says few of a corpus's terms, and the postings of the
 * others are never read.
 */
export const weighedOnce = (
  { postings }: TermIndex,
  weigh: (term: number, postings: Postings) => Float32Array,
): ((term: number) => WeightedPostings) => {
  const weighed = new Map<number, WeightedPostings>();
  return (term) => {
    const known = weighed.get(term);
    if (known) return known;
    const found = postings(term);
    const made = { ...found, weights: weigh(term, found) };
    weighed.set(term, made);
    return made;
  };
};

export const isWeighted = (asked: AskedTerms): asked is ReadonlyMap<number, number> => asked instanceof Map;

/** How often a query says each of its terms, in the order in which it first says them; or their weights. */
export const queryTermFrequency = (asked: AskedTerms): ReadonlyMap<number, number> => {
  if (isWeighted(asked)) return asked;
  const times = new Map<number, number>();
  for (const term of asked) times.set(term, (times.get(term) ?? 0) + 1);
  return times;
};

/** What a term's count or weight in a query is called in an explanation. */
export const timesIn = (asked: AskedTerms, times: number): Readonly<Record<string, number>> => ({
  [isWeighted(asked) ? 'weight in query' : 'times in query']: times,
});

/**
 * The inner loops of a search. They take four postings at a time, which V8 runs much faster than one; a term has a row
 * at most once, so the four never meet.
 */

/** Adds `factor` times the values to the sums of their rows, rounding product and sum to float32. */
export const addProducts = (
  sums: Float32Array,
  rows: Uint32Array,
  values: Float32Array,
  factor: number,
): void => {
  let p = 0;
  for (const last = rows.length - 3; p < last; p += 4) {
    const row0 = rows[p]!;
    const row1 = rows[p + 1]!;
    const row2 = rows[p + 2]!;
    const row3 = rows[p + 3]!;
    const product0 = Math.fround(values[p]! * factor);
    const product1 = Math.fround(values[p + 1]! * factor);
    const product2 = Math.fround(values[p + 2]! * factor);
    const product3 = Math.fround(values[p + 3]! * factor);
    sums[row0]! += product0;
    sums[row1]! += product1;
    sums[row2]! += product2;
    sums[row3]! += product3;
  }
  for (; p < rows.length; p++) sums[rows[p]!]! += Math.fround(values[p]! * factor);
};

/** Adds the values to the sums of their rows, in the precision of the sums. */
export const addValues = (
  sums: Float32Array | Float64Array,
  rows: Uint32Array,
  values: Float32Array,
): void => {
  let p = 0;
  for (const last = rows.length - 3; p < last; p += 4) {
    const row0 = rows[p]!;
    const row1 = rows[p + 1]!;
    const row2 = rows[p + 2]!;
    const row3 = rows[p + 3]!;
    sums[row0]! += values[p]!;
    sums[row1]! += values[p + 1]!;
    sums[row2]! += values[p + 2]!;
    sums[row3]! += values[p + 3]!;
  }
  for (; p < rows.length; p++) sums[rows[p]!]! += values[p]!;
};
