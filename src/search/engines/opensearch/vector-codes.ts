import type { JsonObject } from '../../../core/index.js';
import type { VectorCodes } from '../vector-index.js';
import { SOUND } from './compare-vectors.js';

/** A form of vectors in fewer bits that OpenSearch compares, with Lucene alone: codes of faiss need a native library. */
export interface CodeForm {
  /** How a field holds it, as a cluster says it back. */
  readonly field: JsonObject;
  /** The code of a vector, as it is sent; undefined where all numbers are 0, which have no direction. */
  of(vector: ArrayLike<number>): readonly number[] | undefined;
  /** What the engine scores one code against another with `comparedCodes`, in doubles. */
  score(a: readonly number[], b: readonly number[]): number;
  readonly space: string;
}

const MOST = 127;
const BITS = 8;

const largest = (vector: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  return most;
};

/** Each number against the largest of its vector. A cosine does not ask how long a vector is, so every vector has all steps of a byte. */
const bytes = (dimensions: number): CodeForm => ({
  field: { dimension: dimensions, data_type: 'BYTE' },
  space: 'cosinesimil',
  of: (vector) => {
    const most = largest(vector);
    return most === 0 ? undefined : Array.from(vector, (value) => Math.round((value / most) * MOST));
  },
  score: (a, b) => {
    let [product, ofA, ofB] = [0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      product += a[i]! * b[i]!;
      ofA += a[i]! ** 2;
      ofB += b[i]! ** 2;
    }
    return 1 + product / Math.sqrt(ofA * ofB);
  },
});

/** The sign of each number, eight to a byte. */
const bits = (dimensions: number): CodeForm => {
  const length = Math.ceil(dimensions / BITS);
  return {
    field: { dimension: length * BITS, data_type: 'BINARY' },
    space: 'hamming',
    of: (vector) => {
      if (largest(vector) === 0) return undefined;
      const code = new Int8Array(length);
      for (let i = 0; i < dimensions; i++) if (vector[i]! > 0) code[i >> 3]! |= 1 << (BITS - 1 - (i % BITS));
      return [...code];
    },
    score: (a, b) => 1 / (1 + a.reduce((sum, value, i) => sum + bitsIn((value ^ b[i]!) & 255), 0)),
  };
};

const bitsIn = (byte: number): number => {
  let count = 0;
  for (let left = byte; left > 0; left &= left - 1) count += 1;
  return count;
};

export const codeForm = (codes: VectorCodes, dimensions: number): CodeForm =>
  codes === 'byte' ? bytes(dimensions) : bits(dimensions);

/** Scores of codes by `CodeForm.score`, of all rows that match. */
export const comparedCodes = (
  code: readonly number[],
  { space }: CodeForm,
  filter: readonly JsonObject[],
): JsonObject => ({
  script_score: {
    query: { bool: { filter: [SOUND, ...filter] } },
    script: {
      lang: 'knn',
      source: 'knn_score',
      params: { field: 'vector', query_value: code, space_type: space },
    },
  },
});
