import { byteRows } from '../kernels/index.js';
import { bestOf } from '../vectors/index.js';
import type { RowSearch } from './row-search.js';
import { eachVector, type VectorRows } from './vector-rows.js';

/** Vectors as bytes that are compared in place of them. */
export interface Coding {
  /** Bytes of a code. */
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
