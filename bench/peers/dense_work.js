// node --import tsx dense_work.js FOLDER onnxruntime|webassembly|int8|binary DEPTH: reads vectors, then searches them several times.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readNpy } from '../../src/node/index.ts';
import { kernelMatrixWork } from '../../src/retrieval/dense/kernel-matrix-backend.ts';
import { onnxMatrixWork } from '../../src/retrieval/dense/onnx-matrix-backend.ts';
import { variantSearch } from '../../src/retrieval/dense/variant-search.ts';
import { report } from '../process.js';
import { median } from '../table.js';

const [folder, how, depth] = process.argv.slice(2);
const { rows, columns, data } = await readNpy(join(folder, 'documents.npy'));
const asked = await readNpy(join(folder, 'queries.npy'));
const queries = Array.from({ length: asked.rows }, (_, row) =>
  asked.data.subarray(row * columns, (row + 1) * columns),
);
const work = how === 'onnxruntime' ? await onnxMatrixWork(availableParallelism()) : kernelMatrixWork();
const variant = how === 'int8' || how === 'binary' ? { codes: how } : {};
const setting = { similarity: 'cosine', variant, rescored: 100 };
const search = variantSearch({ rows, dimensions: columns, data }, setting, work);
const seconds = [];
for (let round = 0; round < (how === 'webassembly' ? 2 : 5); round++) {
  const began = performance.now();
  await search(queries, Number(depth));
  seconds.push((performance.now() - began) / 1000);
}
report({ search: median(seconds), best: Math.min(...seconds) });
