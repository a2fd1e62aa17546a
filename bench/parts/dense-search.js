// Exact search by vectors against numpy with OpenBLAS. Vectors are invented.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dice } from '../invented-text.js';
import { interleave, ratios } from '../measure.js';
import { pythonWith } from '../peers/python.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

/** A corpus of R2MED's size and a vector of bge-large's. */
const SHAPE = { documents: 60_000, queries: 128, dimensions: 1024 };
/** How deep, and how many times numpy's speed is wanted there. */
const WANTED = new Map([
  [100, 1.5],
  [1000, 1.4],
]);
const DEPTHS = [...WANTED.keys()];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Unit vectors in random directions: the hardest case, as their scores lie closest. */
const writeVectors = async (file, rows, columns, seed) => {
  const roll = dice(seed);
  const data = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const vector = data.subarray(row * columns, (row + 1) * columns);
    let squares = 0;
    for (let k = 0; k < columns; k++) {
      vector[k] = roll() + roll() + roll() - 1.5;
      squares += vector[k] ** 2;
    }
    for (let k = 0; k < columns; k++) vector[k] /= Math.sqrt(squares);
  }
  // Late: the package may be built after this file is loaded.
  const { writeNpy } = await import('../../dist/node/index.js');
  await writeNpy(file, { rows, columns, data });
};

const OURS = (depth) => `r2med with onnxruntime, top ${depth}`;
const NUMPY = (depth) => `numpy 2.4.6 with OpenBLAS, matmul and argpartition, top ${depth}`;

/** Each contender is a process that reads the vectors before its clock starts. */
const measure = async ({ temporary, rounds }) => {
  const { documents, queries, dimensions } = SHAPE;
  await writeVectors(join(temporary, 'documents.npy'), documents, dimensions, 1);
  await writeVectors(join(temporary, 'queries.npy'), queries, dimensions, 2);
  // It takes parts that the package does not export, so it runs the sources.
  const work = ['--import', 'tsx', here('../peers/dense_work.js')];
  const contenders = DEPTHS.flatMap((depth) => [
    {
      name: OURS(depth),
      measure: () => run(process.execPath, ...work, temporary, 'onnxruntime', String(depth)),
    },
  ]);
  const numpy = await pythonWith(temporary, 'numpy', ['numpy==2.4.6']).catch((error) => {
    console.error(`numpy is absent: ${error.message.split('\n')[0]}`);
  });
  if (numpy)
    for (const depth of DEPTHS)
      contenders.push({
        name: NUMPY(depth),
        measure: () => run(numpy, here('../peers/numpy_work.py'), temporary, String(depth)),
      });
  contenders.push({
    name: 'r2med without onnxruntime, top 100',
    measure: () => run(process.execPath, ...work, temporary, 'webassembly', '100'),
  });
  for (const variant of ['int8', 'binary'])
    contenders.push({
      name: `r2med ${variant}, top 100`,
      measure: () => run(process.execPath, ...work, temporary, variant, '100'),
    });
  const results = await interleave(contenders, rounds);
  const ours = (name) => results.get(OURS(name.endsWith('1000') ? 1000 : 100));
  const vectors = (documents * dimensions * 4) / 2 ** 20;
  const table = markdown(
    ['Search', 'ms', 'Times ours', 'Peak memory, MB', 'Times the vectors'],
    contenders.map(({ name }) => {
      const it = results.get(name);
      return [
        name,
        digits(it.search * 1000),
        times(it.search / ours(name).search),
        digits(it.megabytes),
        times(it.megabytes / vectors),
      ];
    }),
  );
  return {
    text: `${documents} documents × ${dimensions} dimensions, ${queries} queries, in a process that holds the vectors.`,
    table,
    summary: DEPTHS.map((depth) => ({
      against: 'numpy with OpenBLAS',
      what: `exact search, ${dimensions} dimensions, top ${depth}`,
      wanted: `${WANTED.get(depth)} ×`,
      values: ratios(results, NUMPY(depth), OURS(depth), 'search'),
    })),
  };
};

export const part = { name: 'dense-search', title: 'Exact dense search', rounds: 3, measure };
