import { highestModel, NAMES, productsModel } from './gemm-model.js';
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
  const products = await open(productsModel());
  const highest = await open(highestModel(false));
  const highestScaled = await open(highestModel(true));
  // Documents are read where they are, without a copy.
  const tensor = ({ rows, dimensions, data }: Matrix) => new ort.Tensor('float32', data, [rows, dimensions]);
  return {
    name: 'onnxruntime',
    products: async (queries, documents) => {
      const feeds = { [NAMES.queries]: tensor(queries), [NAMES.documents]: tensor(documents) };
      const { [NAMES.products]: made } = await products.run(feeds);
      return made!.data as Float32Array;
    },
    highest: async (queries, documents, scales, count) => {
      const { [NAMES.scores]: scores, [NAMES.rows]: rows } = await (scales ? highestScaled : highest).run({
        [NAMES.queries]: tensor(queries),
        [NAMES.documents]: tensor(documents),
        ...(scales && { [NAMES.scales]: new ort.Tensor('float32', scales, [documents.rows]) }),
        [NAMES.count]: new ort.Tensor('int64', BigInt64Array.of(BigInt(count)), [1]),
      });
      return { scores: scores!.data as Float32Array, rows: rows!.data as Int32Array };
    },
  };
};
