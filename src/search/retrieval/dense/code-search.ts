import { byteRows } from '../kernels/index.js';
import { bestOf, type FoundRows } from '../vectors/index.js';
import { normReader } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import type { RowSearch } from './row-search.js';
import { eachVector, type VectorRows } from './vector-rows.js';

/** Vectors as bytes that are compared in place of them. */
export interface Coding {
  readonly bytes: number;
  encode(vector: Float32Array, into: Uint8Array): void;
  readonly score: 'dot' | 'minus-differing-bits';
}

/** What codes of documents give against codes of queries: a score for each row, lent until the next query is asked for. */
interface HeldCodes {
  row(index: number): Uint8Array;
  scoresOf(queries: readonly Uint8Array[]): AsyncIterable<Float64Array>;
}

/** Exact search among codes. The vectors are not needed any more once they are written. */
export const codeSearch = async (
  vectors: VectorRows,
  coding: Coding,
  work?: MatrixBackend,
): Promise<RowSearch> => {
  const { rows } = vectors;
  const { bytes, encode, score } = coding;
  const multiply = score === 'dot' && bytes <= MOST_PRODUCTS ? work?.byteProducts : undefined;
  const codes = multiply ? multipliedCodes(rows, bytes, multiply) : comparedCodes(rows, coding);
  await eachVector(vectors, (vector, row) => encode(vector, codes.row(row)));
  const everyRow = new Uint32Array(rows).map((_, row) => row);
  return async (points, k) => {
    const queries = points.map((vector) => {
      const query = new Uint8Array(bytes);
      encode(vector, query);
      return query;
    });
    const found: FoundRows[] = [];
    for await (const scores of codes.scoresOf(queries)) found.push(bestOf({ rows: everyRow, scores }, k));
    return found;
  };
};

/** Codes that are compared one query after the other. */
const comparedCodes = (rows: number, { bytes, score }: Coding): HeldCodes => {
  const codes = byteRows(rows, bytes);
  const scores = new Float64Array(rows);
  const sign = score === 'dot' ? 1 : -1;
  return {
    row: codes.row,
    async *scoresOf(queries) {
      for (const query of queries) {
        const compared = score === 'dot' ? codes.dot(query) : codes.differingBits(query);
        for (let row = 0; row < rows; row++) scores[row] = sign * compared[row]!;
        yield scores;
      }
    },
  };
};

/** Bytes whose squares, added up, fit into 31 bits. */
const MOST_PRODUCTS = 33_000;
/** Products that are held at once. */
const PRODUCTS = 1 << 22;

/** Codes that are multiplied with many queries at once. */
const multipliedCodes = (
  rows: number,
  bytes: number,
  multiply: NonNullable<MatrixBackend['byteProducts']>,
): HeldCodes => {
  const all = new Uint8Array(Math.ceil((rows * bytes) / 4) * 4);
  const scores = new Float64Array(rows);
  const together = Math.max(1, Math.floor(PRODUCTS / Math.max(1, rows)));
  let isShifted = false;
  return {
    row: (index) => all.subarray(index * bytes, (index + 1) * bytes),
    async *scoresOf(queries) {
      // Signed bytes become those that stand for them, four at a time.
      if (!isShifted) {
        const words = new Uint32Array(all.buffer);
        for (let i = 0; i < words.length; i++) words[i]! ^= 0x80808080;
        isShifted = true;
      }
      for (let from = 0; from < queries.length; from += together) {
        const some = queries.slice(from, from + together);
        const columns = new Uint8Array(bytes * some.length);
        for (const [i, query] of some.entries())
          for (let k = 0; k < bytes; k++) columns[k * some.length + i] = query[k]! ^ 0x80;
        const products = await multiply(all.subarray(0, rows * bytes), columns, bytes);
        for (let i = 0; i < some.length; i++) {
          scores.set(products.subarray(i * rows, (i + 1) * rows));
          yield scores;
        }
      }
    },
  };
};

const STEPS = 255;

/**
 * HAKARI-Bench's int8: vectors of length 1, each dimension's range over the corpus (queries do not move it) cut into 255
 * steps, codes from −128 to 127. Scores are dot products of codes as they are, so the −128 stays in. Every operation is
 * rounded to a 32-bit float, as numpy does it.
 */
export const int8Coding = async (vectors: VectorRows): Promise<Coding> => {
  const { dimensions } = vectors;
  const normOf = normReader(dimensions);
  const unit = new Float32Array(dimensions);
  /** Lent until the next one. */
  const unitVector = (vector: Float32Array): Float32Array => {
    const norm = Math.fround(normOf(vector));
    for (let k = 0; k < dimensions; k++) unit[k] = vector[k]! / norm;
    return unit;
  };
  const { starts, steps } = await rangesOf(vectors, unitVector);
  return {
    bytes: dimensions,
    score: 'dot',
    encode: (vector, into) => {
      unitVector(vector);
      const codes = new Int8Array(into.buffer, into.byteOffset, dimensions);
      for (let k = 0; k < dimensions; k++) {
        const step = Math.fround(Math.fround(unit[k]! - starts[k]!) / steps[k]!);
        const code = Math.fround(step - 128);
        // Storing it in a byte cuts it off towards zero.
        codes[k] = code > 127 ? 127 : code < -128 ? -128 : code;
      }
    },
  };
};

const rangesOf = async (vectors: VectorRows, unitVector: (vector: Float32Array) => Float32Array) => {
  const starts = new Float32Array(vectors.dimensions).fill(Number.POSITIVE_INFINITY);
  const ends = new Float32Array(vectors.dimensions).fill(Number.NEGATIVE_INFINITY);
  await eachVector(vectors, (vector) => {
    const unit = unitVector(vector);
    for (let k = 0; k < unit.length; k++) {
      if (unit[k]! < starts[k]!) starts[k] = unit[k]!;
      if (unit[k]! > ends[k]!) ends[k] = unit[k]!;
    }
  });
  // A dimension that never changes has steps of 1.
  const steps = starts.map((start, k) => Math.fround(ends[k]! - start) / STEPS || 1);
  return { starts, steps };
};

/** HAKARI-Bench's binary: one bit per dimension, set above 0; the score is minus the number of bits that differ. */
export const binaryCoding = (dimensions: number): Coding => ({
  bytes: Math.ceil(dimensions / 8),
  score: 'minus-differing-bits',
  encode: (vector, into) => {
    // Without a branch, which a processor would guess wrong every second time.
    for (let k = 0; k < dimensions; k++) into[k >> 3]! |= Number(vector[k]! > 0) << (k & 7);
  },
});
