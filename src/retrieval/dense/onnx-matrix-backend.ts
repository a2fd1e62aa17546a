import { NAMES, productsModel } from './gemm-model.js';
import type { Matrix } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';

/** Onnxruntime's matrix product on several threads; undefined where the package is not installed or does not load. */
export const onnxMatrixWork = async (threads: number): Promise<MatrixBackend | undefined> => {
  const ort = await import('onnxruntime-node').catch(() => undefined);
  if (!ort) return undefined;
  const open = (model: Uint8Array) =>
    ort.InferenceSession.create(model, {
      intraOpNumThreads: threads,
      // Else its threads keep the cores busy with waiting between calls.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  const plain = await open(productsModel(false));
  let scaled: Awaited<ReturnType<typeof open>> | undefined;
  // Documents are read where they are, without a copy, and products are written where the last ones were.
  const tensor = ({ rows, dimensions, data }: Matrix) => new ort.Tensor('float32', data, [rows, dimensions]);
  let room = new Float32Array();
  return {
    name: 'onnxruntime',
    products: async (queries, documents, scales) => {
      const size = queries.rows * documents.rows;
      if (room.length < size) room = new Float32Array(size);
      const data = room.subarray(0, size);
      const feeds = { [NAMES.queries]: tensor(queries), [NAMES.documents]: tensor(documents) };
      const made = { [NAMES.products]: tensor({ rows: queries.rows, dimensions: documents.rows, data }) };
      if (scales) {
        scaled ??= await open(productsModel(true));
        await scaled.run(
          { ...feeds, [NAMES.scales]: new ort.Tensor('float32', scales, [documents.rows]) },
          made,
        );
      } else await plain.run(feeds, made);
      return data;
    },
  };
};
