import { type RowDots, rowDots } from '../kernels/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { Highest, MatrixWork } from './matrix-work.js';
import { shortlist } from './shortlist.js';

/** Matrix products on one thread, summed in doubles: for where onnxruntime is not. */
export const kernelMatrixWork = (): MatrixWork => {
  let [dimensions, places] = [0, 0];
  let dots: RowDots | undefined;
  const holding = (queries: Matrix): RowDots => {
    if (!dots || dimensions !== queries.dimensions || places < queries.rows) {
      [dimensions, places] = [queries.dimensions, queries.rows];
      dots = rowDots(dimensions, places);
    }
    for (let query = 0; query < queries.rows; query++)
      dots.hold(query, rowsFrom(queries, query, query + 1).data);
    return dots;
  };
  return {
    name: 'webassembly',
    products: async (queries, documents, into) => {
      const held = holding(queries);
      for (let row = 0; row < documents.rows; row++) {
        held.take(rowsFrom(documents, row, row + 1).data);
        for (let query = 0; query < queries.rows; query++)
          into[query * documents.rows + row] = held.with(query);
      }
    },
    highest: async (queries, documents, scales, count) => {
      const held = holding(queries);
      const lists = Array.from({ length: queries.rows }, () => shortlist(count));
      for (let row = 0; row < documents.rows; row++) {
        held.take(rowsFrom(documents, row, row + 1).data);
        for (let query = 0; query < queries.rows; query++)
          lists[query]!.offer(row, Math.fround(held.with(query) * (scales?.[row] ?? 1)));
      }
      const highest: Highest = {
        count,
        scores: new Float32Array(queries.rows * count),
        rows: new Int32Array(queries.rows * count),
      };
      for (const [query, list] of lists.entries()) {
        const { rows, scores } = list.listed();
        const order = Uint32Array.from(rows.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
        for (let rank = 0; rank < count; rank++) {
          highest.scores[query * count + rank] = scores[order[rank]!]!;
          highest.rows[query * count + rank] = rows[order[rank]!]!;
        }
      }
      return highest;
    },
  };
};
