import type { Tools } from '../../../core/index.js';
import { type RowDots, rowDots } from '../kernels/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';

/** The fastest there is on this machine. */
export const openMatrixWork = async (name: string, tools: Tools): Promise<MatrixBackend> => {
  const onnx = await onnxMatrixWork(tools.workers.size);
  if (onnx) return onnx;
  tools.note(
    `${name}: searching without onnxruntime, with the same ranking but ten times slower; ` +
      'to change that: npm install onnxruntime-node@1.30.0 --ignore-scripts',
  );
  return kernelMatrixWork();
};

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
  return {
    name: 'webassembly',
    products: async (queries, documents, scales) => {
      const held = holding(queries);
      const products = new Float32Array(queries.rows * documents.rows);
      for (let row = 0; row < documents.rows; row++) {
        held.take(rowsFrom(documents, row, row + 1).data);
        const scale = scales ? scales[row]! : 1;
        for (let query = 0; query < queries.rows; query++)
          products[query * documents.rows + row] = held.with(query) * scale;
      }
      return products;
    },
  };
};
