import type { TermIndex } from '../bm25/term-index.js';
import { type BetweenSteps, type SparseRows, truncatedSvd, workingWidth } from './truncated-svd.js';

/** Documents and terms as points of one space in which words that occur together lie together. */
export interface LatentSpace {
  readonly rank: number;
  /** Row-major `terms × rank`. */
  readonly terms: Float32Array;
  /** Unit vectors, row-major `documents × rank`; a document without known terms is all zeros. */
  readonly documents: Float32Array;
}

/** The term counts of a corpus, one column per document. */
export interface TermCounts {
  readonly matrix: SparseRows;
  readonly documentFrequencies: Uint32Array;
}

/** Counts by term of the index rows that count: one row per document. */
export const termCounts = (index: TermIndex, rows: Uint32Array): TermCounts => {
  const columnOf = new Int32Array(index.ids.length).fill(-1);
  rows.forEach((row, column) => {
    columnOf[row] = column;
  });
  const terms = index.terms.size;
  const postings = index.allPostings();
  const starts = new Int32Array(terms + 1);
  const indices = new Int32Array(postings.rows.length);
  const values = new Float32Array(postings.rows.length);
  let end = 0;
  for (let term = 0; term < terms; term++) {
    for (let at = index.starts[term]!; at < index.starts[term + 1]!; at++) {
      const column = columnOf[postings.rows[at]!]!;
      if (column < 0) continue;
      indices[end] = column;
      values[end++] = postings.frequencies[at]!;
    }
    starts[term + 1] = end;
  }
  return {
    matrix: {
      rows: terms,
      columns: rows.length,
      starts,
      indices: indices.subarray(0, end),
      values: values.subarray(0, end),
    },
    documentFrequencies: Uint32Array.from({ length: terms }, (_, term) => starts[term + 1]! - starts[term]!),
  };
};

/**
 * About how many bytes `latentSpace` takes: the postings in the index, as counts and as weights; by terms and by documents two matrices of
 * doubles, while one is made of the other, and the vectors. For 20,000 documents of 330 characters that is 230 MB; a process took 216 MB more.
 */
export const latentSpaceBytes = ({ matrix }: TermCounts, dimensions: number): number =>
  24 * matrix.values.length + 20 * (matrix.rows + matrix.columns) * workingWidth(matrix, dimensions);

/** How much a term says that occurs `frequency` times in a text and in `documentFrequency` of all documents. */
export const termWeight = (frequency: number, documents: number, documentFrequency: number): number =>
  (1 + Math.log(frequency)) * Math.log(documents / documentFrequency);

/**
 * Latent semantic indexing (Deerwester et al. 1990): truncated SVD of the term–document matrix, its entries weighted by
 * `termWeight` and its documents of length one.
 */
export const latentSpace = async (
  { matrix, documentFrequencies }: TermCounts,
  dimensions: number,
  between: BetweenSteps,
): Promise<LatentSpace> => {
  const values = matrix.values.slice();
  for (let term = 0; term < matrix.rows; term++)
    for (let at = matrix.starts[term]!; at < matrix.starts[term + 1]!; at++)
      values[at] = termWeight(values[at]!, matrix.columns, documentFrequencies[term]!);
  const weighted = { ...matrix, values };
  normaliseColumns(weighted);
  const { rank, singular, left, right } = await truncatedSvd(weighted, dimensions, between);
  const documents = Float32Array.from(right, (value, i) => value * singular[i % rank]!);
  for (let at = 0; at < documents.length; at += rank) normalise(documents, at, at + rank);
  return { rank, terms: Float32Array.from(left), documents };
};

const normaliseColumns = ({ columns, indices, values }: SparseRows): void => {
  const squares = new Float64Array(columns);
  indices.forEach((column, at) => {
    squares[column]! += values[at]! ** 2;
  });
  indices.forEach((column, at) => {
    values[at]! /= Math.sqrt(squares[column]!) || 1;
  });
};

/** Makes a stretch of numbers a vector of length one, unless it is all zeros. */
export const normalise = (vectors: Float32Array, from: number, to: number): void => {
  let squares = 0;
  for (let i = from; i < to; i++) squares += vectors[i]! ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let i = from; i < to; i++) vectors[i]! /= length;
};
