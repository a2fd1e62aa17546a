import { type RowDots, rowDots } from '../kernels/index.js';
import { bestOf } from '../vectors/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';

/** Matrix products on one thread, summed in doubles: for where onnxruntime is not. */
export const kernelMatrixWork = (): MatrixBackend => {
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
  const productsOf = (queries: Matrix, documents: Matrix, scales?: Float32Array): Float32Array => {
    const held = holding(queries);
    const products = new Float32Array(queries.rows * documents.rows);
    for (let row = 0; row < documents.rows; row++) {
      held.take(rowsFrom(documents, row, row + 1).data);
      const scale = scales ? scales[row]! : 1;
      for (let query = 0; query < queries.rows; query++)
        products[query * documents.rows + row] = held.with(query) * scale;
    }
    return products;
  };
  return {
    name: 'webassembly',
    products: async (queries, documents) => productsOf(queries, documents),
    highest: async (queries, documents, scales, count) => {
      const products = productsOf(queries, documents, scales);
      const everyRow = Uint32Array.from({ length: documents.rows }, (_, row) => row);
      const highest = {
        scores: new Float32Array(queries.rows * count),
        rows: new Int32Array(queries.rows * count),
      };
      for (let query = 0; query < queries.rows; query++) {
        const own = products.subarray(query * documents.rows, (query + 1) * documents.rows);
        const { rows, scores } = bestOf({ rows: everyRow, scores: new Float64Array(own) }, count);
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
