import type { Pooling } from './settings.js';

/** One text's token vectors inside a batch's output: rows `first` to `first + length`, row-major. */
export interface TokenRows {
  readonly data: Float32Array;
  readonly dimensions: number;
  readonly first: number;
  readonly length: number;
  /** So many rows at the start do not count. */
  readonly leftOut: number;
}

export type Pool = (rows: TokenRows) => Float32Array;

const row = ({ data, dimensions, first }: TokenRows, index: number): Float32Array =>
  data.slice((first + index) * dimensions, (first + index + 1) * dimensions);

const last: Pool = (rows) => row(rows, rows.length - 1);

const average =
  (weight: (index: number) => number): Pool =>
  ({ data, dimensions, first, length, leftOut }) => {
    const sum = new Float64Array(dimensions);
    let total = 0;
    for (let index = leftOut; index < length; index++) {
      const by = weight(index);
      const at = (first + index) * dimensions;
      for (let j = 0; j < dimensions; j++) sum[j]! += by * data[at + j]!;
      total += by;
    }
    // Nothing left to count gives zeros, as in sentence-transformers.
    return Float32Array.from(sum, (value) => value / Math.max(total, 1e-9));
  };

/**
 * By name. Only real tokens reach a pooling, so BMRetriever's rule (padded positions set to zero, then the last column or
 * position length − 1) is the last real token too. The weighted mean is SGPT's: the i-th token, from 1, weighs i.
 */
export const POOLS: Readonly<Record<Exclude<Pooling, 'none'>, Pool>> = {
  cls: (rows) => row(rows, 0),
  mean: average(() => 1),
  last,
  'last-masked': last,
  'weighted-mean': average((index) => index + 1),
};

/** To length 1; a vector shorter than 1e-12 is divided by that, as torch does. */
export const normalise = (vector: Float32Array): Float32Array => {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.max(Math.sqrt(sum), 1e-12);
  return vector.map((value) => value / length);
};
