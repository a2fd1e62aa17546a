import { byteRows } from '../kernels/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { RowSearch } from './row-search.js';
import { shortlist } from './shortlist.js';

/** Vectors as bytes that are compared in place of them. */
export interface Coding {
  /** Bytes of a code. */
  readonly bytes: number;
  encode(vector: Float32Array, into: Uint8Array): void;
  readonly score: 'dot' | 'minus-differing-bits';
}

/** Exact search among codes. The matrix is not needed any more once they are written. */
export const codeSearch = (matrix: Matrix, coding: Coding): RowSearch => {
  const { rows } = matrix;
  const { bytes, encode, score } = coding;
  const codes = byteRows(rows, bytes);
  for (let row = 0; row < rows; row++) encode(rowsFrom(matrix, row, row + 1).data, codes.row(row));
  const query = new Uint8Array(bytes);
  const sign = score === 'dot' ? 1 : -1;
  return async (vectors, k) =>
    vectors.map((vector) => {
      query.fill(0);
      encode(vector, query);
      const compared = score === 'dot' ? codes.dot(query) : codes.differingBits(query);
      const list = shortlist(k);
      let floor = list.floor();
      for (let row = 0; row < rows; row++) {
        const own = sign * compared[row]!;
        if (own < floor) continue;
        list.offer(row, own);
        floor = list.floor();
      }
      return list.listed();
    });
};
