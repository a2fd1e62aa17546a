// Exact search by vectors against numpy with OpenBLAS: in a process that holds the vectors, as a whole process, and in little memory. Vectors are invented.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeVectors } from '../invented-vectors.js';
import { figures, interleave, ratios } from '../measure.js';
import { pythonWith } from '../peers/python.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

/** A corpus of R2MED's size with vectors of bge-large and of small models: how deep, and how many times numpy's speed is wanted there. */
const DOCUMENTS = 60_000;
const QUERIES = 128;
const WANTED = [
  { dimensions: 1024, depth: 100, wanted: 1.5 },
  { dimensions: 1024, depth: 1000, wanted: 1.4 },
  { dimensions: 384, depth: 100, wanted: 1.3 },
  { dimensions: 384, depth: 1000, wanted: 1.2 },
];
const MANY = { documents: 1_000_000, queries: 32, dimensions: 384 };
/** Bytes that may be used: all there is, and less than the vectors take. */
const MUCH = '1e12';
const LITTLE = '200e6';
const LITTLE_FOR_MANY = '400e6';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const writeBoth = async (folder, documents, queries, dimensions) => {
  console.error(`writing ${documents} vectors of ${dimensions} numbers`);
  await writeVectors(folder, 'documents', documents, dimensions, 1);
  await writeVectors(folder, 'queries', queries, dimensions, 2);
};

// It takes parts that the package does not export, so it runs the sources.
const held = (folder, how, depth) =>
  run(process.execPath, '--import', 'tsx', here('../peers/dense_work.js'), folder, how, String(depth));
const whole = (folder, form, memory) =>
  run(process.execPath, here('../peers/dense_whole_work.js'), folder, form, memory);

const OURS = ({ dimensions, depth }) => `r2med, ${dimensions} dimensions, top ${depth}`;
const NUMPY = ({ dimensions, depth }) => `numpy 2.4.6 with OpenBLAS, ${dimensions} dimensions, top ${depth}`;
const WHOLE = 'whole process, vectors held';
const ON_DISK = 'whole process, vectors on disk';
const MAPPED = 'whole process, numpy, vectors mapped';
const MANY_HELD = '10⁶ × 384, vectors held';
const MANY_ON_DISK = '10⁶ × 384, vectors on disk, --memory 400MB';
const CODES = ['int8', 'binary', 'rescore:binary'];
const CODED = (form) => `whole process, ${form}`;
const MANY_BINARY = '10⁶ × 384, rescore:binary';

const contendersOf = (folderOf, many, numpy) => {
  const large = folderOf(1024);
  return [
    ...WANTED.flatMap((each) => [
      { name: OURS(each), measure: () => held(folderOf(each.dimensions), 'onnxruntime', each.depth) },
      ...(numpy
        ? [
            {
              name: NUMPY(each),
              measure: () =>
                run(numpy, here('../peers/numpy_work.py'), folderOf(each.dimensions), String(each.depth)),
            },
          ]
        : []),
    ]),
    {
      name: 'r2med without onnxruntime, 1024 dimensions, top 100',
      measure: () => held(large, 'webassembly', 100),
    },
    { name: WHOLE, measure: () => whole(large, 'full', MUCH) },
    { name: ON_DISK, measure: () => whole(large, 'full', LITTLE) },
    ...(numpy
      ? [{ name: MAPPED, measure: () => run(numpy, here('../peers/numpy_map_work.py'), large, '100') }]
      : []),
    ...CODES.map((form) => ({ name: CODED(form), measure: () => whole(large, form, MUCH) })),
    { name: MANY_HELD, measure: () => whole(many, 'full', MUCH) },
    { name: MANY_ON_DISK, measure: () => whole(many, 'full', LITTLE_FOR_MANY) },
    { name: MANY_BINARY, measure: () => whole(many, 'rescore:binary', MUCH) },
  ];
};

/** Vectors on disk must give the bytes that they give in memory. */
const mustAgree = (results, ...names) => {
  const found = new Set(names.flatMap((name) => figures(results, name, 'result')));
  if (found.size !== 1) throw new Error(`${names.join(' and ')} found other documents or scores`);
};

const megabytesOf = (documents, dimensions) => (documents * dimensions * 4) / 2 ** 20;

const measure = async ({ temporary, rounds }) => {
  const folderOf = (dimensions) => join(temporary, `vectors-${dimensions}`);
  const many = join(temporary, 'vectors-many');
  for (const dimensions of new Set(WANTED.map((each) => each.dimensions)))
    await writeBoth(folderOf(dimensions), DOCUMENTS, QUERIES, dimensions);
  await writeBoth(many, MANY.documents, MANY.queries, MANY.dimensions);
  const numpy = await pythonWith(temporary, 'numpy', ['numpy==2.4.6']).catch((error) => {
    console.error(`numpy is absent: ${error.message.split('\n')[0]}`);
  });
  const contenders = contendersOf(folderOf, many, numpy);
  const results = await interleave(contenders, rounds);
  mustAgree(results, WHOLE, ON_DISK);
  mustAgree(results, MANY_HELD, MANY_ON_DISK);
  const sizeOf = (name) =>
    name.startsWith('10⁶')
      ? megabytesOf(MANY.documents, MANY.dimensions)
      : megabytesOf(DOCUMENTS, name.includes('384 dimensions') ? 384 : 1024);
  const table = markdown(
    ['Search', 'ms', 'CPU, s', 'Peak memory, MB', 'Times the vectors', 'Beyond start, times the vectors'],
    contenders.map(({ name }) => {
      const { search, seconds, cpu, megabytes, beyondStart } = results.get(name);
      return [
        name,
        digits((search ?? seconds) * 1000),
        digits(cpu),
        digits(megabytes),
        times(megabytes / sizeOf(name)),
        beyondStart === undefined ? '–' : times(beyondStart / sizeOf(name)),
      ];
    }),
  );
  const overVectors = (name, field) => figures(results, name, field).map((value) => value / sizeOf(name));
  return {
    text:
      `${DOCUMENTS} documents, ${QUERIES} queries. The first rows are searches in a process that holds the vectors; a whole process opens the file, ` +
      'measures the vectors and searches once, top 100. “Beyond start” leaves out what the process takes before it reads vectors.',
    table,
    summary: [
      ...WANTED.map((each) => ({
        against: 'numpy with OpenBLAS',
        what: `exact search, ${each.dimensions} dimensions, top ${each.depth}`,
        wanted: `${each.wanted} ×`,
        values: ratios(results, NUMPY(each), OURS(each), 'search'),
      })),
      {
        against: 'numpy that maps the file',
        what: 'time of the whole process, vectors on disk',
        wanted: 'at most 1.2 ×',
        values: ratios(results, ON_DISK, MAPPED, 'seconds'),
      },
      {
        against: 'size of the vectors',
        what: 'peak memory, vectors on disk',
        wanted: 'at most 1.25 ×',
        values: overVectors(ON_DISK, 'megabytes'),
      },
      {
        against: 'size of the vectors',
        what: 'memory of rescored binary codes beyond start, 10⁶ × 384',
        wanted: 'at most 0.1 ×',
        values: overVectors(MANY_BINARY, 'beyondStart'),
      },
      {
        against: 'size of the vectors',
        what: 'peak memory, 10⁶ × 384 with --memory 400MB',
        wanted: 'at most 0.3 ×',
        values: overVectors(MANY_ON_DISK, 'megabytes'),
      },
    ],
  };
};

export const part = { name: 'dense-search', title: 'Exact dense search', rounds: 3, measure };
