import { byteProductsModel, highestModel, NAMES, productsModel } from './gemm-model.js';
import type { Matrix } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';

/** Few columns for each of many threads would be summed in another order than many: see `vector-rows.ts`. */
const MOST_THREADS = 16;

/** Onnxruntime's matrix product on several threads; undefined where the package is not installed or does not load. */
export const onnxMatrixWork = async (threads: number): Promise<MatrixBackend | undefined> => {
  const ort = await import('onnxruntime-node').catch(() => undefined);
  if (!ort) return undefined;
  const open = (model: Uint8Array) =>
    ort.InferenceSession.create(model, {
      intraOpNumThreads: Math.min(threads, MOST_THREADS),
      // Else its threads keep the cores busy with waiting between calls.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  /** A model that is opened when it is needed. */
  const late = (model: () => Uint8Array) => {
    let opened: ReturnType<typeof open> | undefined;
    return () => {
      opened ??= open(model());
      return opened;
    };
  };
  const products = { plain: late(() => productsModel(false)), scaled: late(() => productsModel(true)) };
  const highest = { plain: late(() => highestModel(false)), scaled: late(() => highestModel(true)) };
  const byteProducts = late(byteProductsModel);
  // Documents are read where they are, without a copy, and products are written where the last ones were.
  const tensor = ({ rows, dimensions, data }: Matrix) => new ort.Tensor('float32', data, [rows, dimensions]);
  const feedsOf = (queries: Matrix, documents: Matrix, scales: Float32Array | undefined) => ({
    [NAMES.queries]: tensor(queries),
    [NAMES.documents]: tensor(documents),
    ...(scales && { [NAMES.scales]: new ort.Tensor('float32', scales, [documents.rows]) }),
  });
  let room = new Float32Array();
  return {
    name: 'onnxruntime',
    products: async (queries, documents, scales) => {
      const size = queries.rows * documents.rows;
      if (room.length < size) room = new Float32Array(size);
      const data = room.subarray(0, size);
      const made = { [NAMES.products]: tensor({ rows: queries.rows, dimensions: documents.rows, data }) };
      const session = await products[scales ? 'scaled' : 'plain']();
      await session.run(feedsOf(queries, documents, scales), made);
      return data;
    },
    highest: async (queries, documents, scales, count) => {
      const session = await highest[scales ? 'scaled' : 'plain']();
      const { [NAMES.scores]: scores, [NAMES.rows]: rows } = await session.run({
        ...feedsOf(queries, documents, scales),
        [NAMES.count]: new ort.Tensor('int64', BigInt64Array.of(BigInt(count)), [1]),
      });
      return { scores: scores!.data as Float32Array, rows: rows!.data as Int32Array };
    },
    // Both unsigned: a product of unsigned and signed bytes is cut off at 16 bits on some processors.
    byteProducts: async (documents, queries, dimensions) => {
      const session = await byteProducts();
      const { [NAMES.products]: products } = await session.run({
        [NAMES.documents]: new ort.Tensor('uint8', documents, [documents.length / dimensions, dimensions]),
        [NAMES.queries]: new ort.Tensor('uint8', queries, [dimensions, queries.length / dimensions]),
        [NAMES.zero]: new ort.Tensor('uint8', Uint8Array.of(128), []),
      });
      return products!.data as Int32Array;
    },
  };
};
