import { byteRows } from '../kernels/index.js';
import { bestOf } from '../vectors/index.js';
import { normReader } from './matrix.js';
import type { RowSearch } from './row-search.js';
import { eachVector, type VectorRows } from './vector-rows.js';

/** Vectors as bytes that are compared in place of them. */
export interface Coding {
  readonly bytes: number;
  encode(vector: Float32Array, into: Uint8Array): void;
  readonly score: 'dot' | 'minus-differing-bits';
}

/** Exact search among codes. The vectors are not needed any more once they are written. */
export const codeSearch = async (vectors: VectorRows, coding: Coding): Promise<RowSearch> => {
  const { rows } = vectors;
  const { bytes, encode, score } = coding;
  const codes = byteRows(rows, bytes);
  await eachVector(vectors, (vector, row) => encode(vector, codes.row(row)));
  const query = new Uint8Array(bytes);
  const sign = score === 'dot' ? 1 : -1;
  const everyRow = new Uint32Array(rows).map((_, row) => row);
  const [scores, scratch] = [new Float64Array(rows), new Float64Array(rows)];
  return async (points, k) =>
    points.map((vector) => {
      query.fill(0);
      encode(vector, query);
      const compared = score === 'dot' ? codes.dot(query) : codes.differingBits(query);
      for (let row = 0; row < rows; row++) scores[row] = sign * compared[row]!;
      return bestOf({ rows: everyRow, scores }, k, scratch);
    });
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
        // Storing it in a byte cuts it off towards zero.
        codes[k] = Math.max(-128, Math.min(127, Math.fround(step - 128)));
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
    for (let k = 0; k < dimensions; k++) if (vector[k]! > 0) into[k >> 3]! |= 1 << (k & 7);
  },
});
