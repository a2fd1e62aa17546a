import { highestModel, NAMES, productsModel } from './gemm-model.js';
import type { Matrix } from './matrix.js';
import type { MatrixWork } from './matrix-work.js';

/** Onnxruntime's matrix product on several threads; undefined where the package is not installed or does not load. */
export const onnxMatrixWork = async (threads: number): Promise<MatrixWork | undefined> => {
  const ort = await import('onnxruntime-node').catch(() => undefined);
  if (!ort) return undefined;
  const open = (model: Uint8Array) =>
    ort.InferenceSession.create(model, {
      intraOpNumThreads: threads,
      // Else it keeps the largest block of products it ever made.
      enableCpuMemArena: false,
      // Else its threads keep the cores busy with waiting between calls.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  const [products, highest, highestScaled] = await Promise.all(
    [productsModel(), highestModel(false), highestModel(true)].map(open),
  );
  // Numbers are handed over where they are, without a copy.
  const matrix = ({ rows, dimensions, data }: Matrix) => new ort.Tensor('float32', data, [rows, dimensions]);
  return {
    name: 'onnxruntime',
    products: async (queries, documents, into) => {
      const feeds = { [NAMES.queries]: matrix(queries), [NAMES.documents]: matrix(documents) };
      const output = { rows: queries.rows, dimensions: documents.rows, data: into };
      await products!.run(feeds, { [NAMES.products]: matrix(output) });
    },
    highest: async (queries, documents, scales, count) => {
      const session = scales ? highestScaled! : highest!;
      const { [NAMES.scores]: scores, [NAMES.rows]: rows } = await session.run({
        [NAMES.queries]: matrix(queries),
        [NAMES.documents]: matrix(documents),
        ...(scales && { [NAMES.scales]: new ort.Tensor('float32', scales, [documents.rows]) }),
        [NAMES.count]: new ort.Tensor('int64', BigInt64Array.of(BigInt(count)), [1]),
      });
      return { count, scores: scores!.data as Float32Array, rows: rows!.data as Int32Array };
    },
  };
};
