// node --import tsx dense_work.js FOLDER onnxruntime|webassembly|int8|binary DEPTH: opens vectors, then searches them several times.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openNpy, readNpy } from '../../src/platform/node/npy.ts';
import { givenRows } from '../../src/search/retrieval/dense/given-rows.ts';
import { onnxMatrixWork } from '../../src/search/retrieval/dense/onnx-matrix-backend.ts';
import { kernelMatrixWork } from '../../src/search/retrieval/dense/open-matrix-backend.js';
import { variantSearch } from '../../src/search/retrieval/dense/variant-search.ts';
import { report } from '../process.js';
import { median } from '../table.js';

const [folder, how, depth] = process.argv.slice(2);
const asked = await readNpy(join(folder, 'queries.npy'));
const queries = Array.from({ length: asked.rows }, (_, row) =>
  asked.data.subarray(row * asked.columns, (row + 1) * asked.columns),
);
const work = how === 'onnxruntime' ? await onnxMatrixWork(availableParallelism()) : kernelMatrixWork();
const variant = how === 'int8' || how === 'binary' ? { codes: how } : {};
const documents = await openNpy(join(folder, 'documents.npy'));
const ids = Array.from({ length: documents.rows }, (_, row) => `${row}`);
const { built } = await givenRows('bench', { ...documents, ids }, ids, variant, {});
const { search } = await variantSearch(
  built,
  { similarity: 'cosine', variant, rescored: 100 },
  async () => work,
);
const seconds = [];
for (let round = 0; round < (how === 'webassembly' ? 2 : 5); round++) {
  const began = performance.now();
  await search(queries, Number(depth));
  seconds.push((performance.now() - began) / 1000);
}
report({ search: median(seconds), best: Math.min(...seconds) });
