import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compressors } from 'hyparquet-compressors';
import { parquetTable } from '../../../src/benchmarks/nano/parquet.js';
import {
  openParquetNumbers,
  type ParquetBytes,
  parquetShape,
  readParquet,
  readParquetObjects,
} from '../../../src/platform/formats/index.js';
import { codecs } from '../../../src/platform/formats/parquet-codecs.js';
import { type NpyMatrix, packagePath, readNpy, writeNpy } from '../../../src/platform/node/index.js';
import { openParts, readManifest } from '../../../src/platform/node/vector-parts.js';
import { parquetTable as plainTable, repeatedText } from '../../support/parquet-table.js';
import { type Reader, reader } from '../reader.js';
import { inFile, inFolder, pathOf, together } from './stored.js';

/** Bytes as a Parquet reader asks for them. */
const rangesOf = (bytes: Uint8Array): ParquetBytes => ({
  byteLength: bytes.length,
  slice: async (start, end = bytes.length) => {
    if (!(start >= 0 && end >= start && start <= bytes.length))
      throw new RangeError('a place outside of the file');
    return Uint8Array.from(bytes.subarray(start, end)).buffer;
  },
});

/** Small files that pyarrow wrote. */
const golden = (folder: string): readonly Buffer[] =>
  readdirSync(packagePath(`test/golden/${folder}`))
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => readFileSync(packagePath(`test/golden/${folder}/${name}`)))
    .filter(({ length }) => length < 4000);

const COLUMNS = { _id: { kind: 'text' }, text: { kind: 'text' } } as const;
const SMALL = plainTable({ _id: ['d1', 'd2'], text: ['gout', 'anaemia'] });
const LISTS = plainTable({ 'query-id': ['q1'], 'corpus-ids': [['d1', 'd2']], n: [7] });

const npy = (shape: string, numbers: readonly number[], type = '<f4'): Buffer => {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  const header = `${text}${' '.repeat(117 - text.length)}\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, 0]);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(new Float32Array(numbers).buffer)]);
};

const gathered = async <Row>(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > 100_000) break;
  }
  return rows;
};

/** Sixty-four bytes and less, compressed by each codec. */
const COMPRESSED: readonly Buffer[] = [
  gzipSync('a'.repeat(64)),
  brotliCompressSync('a'.repeat(64)),
  Buffer.from([5, 16, 97, 98, 99, 100, 101]),
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 9, 0, 0, 97]),
  // LZ4: five letters as they are, then a copy of them; and the same with the sizes before it that Hadoop writes.
  Buffer.from([0x50, 104, 101, 108, 108, 111]),
  Buffer.from([0, 0, 0, 5, 0, 0, 0, 6, 0x50, 104, 101, 108, 108, 111]),
];

const MANIFEST = {
  version: 1,
  model: 'm',
  embedder: { model: 'm' },
  task: { name: 't', contentHash: 'x' },
  rowsPerPart: 2,
  documents: { count: 2, ids: 'x' },
  queries: { count: 1, ids: 'y' },
};

export const tableReaders: readonly Reader[] = [
  reader({
    name: 'Parquet of known columns',
    takes: 'bytes',
    seeds: [SMALL, repeatedText([3, 2]), ...golden('pyarrow')],
    share: 0.3,
    read: async (bytes) =>
      (await gathered(readParquet('corpus.parquet', rangesOf(bytes), COLUMNS))).map(({ values }) => values),
    write: async (rows) =>
      rows.length === 0
        ? undefined
        : Buffer.from(
            await parquetTable([
              { name: '_id', values: rows.map(({ _id }) => String(_id)) },
              { name: 'text', values: rows.map(({ text }) => String(text)) },
            ]),
          ),
  }),
  reader({
    name: 'Parquet of any columns',
    takes: 'bytes',
    seeds: [SMALL, LISTS, repeatedText([3, 2]), ...golden('pyarrow')],
    share: 0.3,
    read: async (bytes) => {
      const ranges = rangesOf(bytes);
      return [
        await parquetShape('t.parquet', ranges),
        await gathered(readParquetObjects('t.parquet', ranges)),
      ];
    },
  }),
  reader({
    name: 'Parquet of vectors',
    takes: 'bytes',
    seeds: golden('pyarrow-vectors'),
    share: 0.3,
    read: async (bytes) => {
      const { pages, read } = await openParquetNumbers('v.parquet', rangesOf(bytes), 'embedding');
      return Promise.all(pages.slice(0, 4).map((_, place) => read(place)));
    },
  }),
  ...Object.keys(compressors).map((codec) =>
    reader({
      name: `compressed ${codec}`,
      takes: 'bytes',
      seeds: COMPRESSED,
      share: 0.2,
      read: async (bytes) => (await codecs())[codec as keyof typeof compressors]!(bytes, 64).length,
      // Each block of deflate may have tables of its own, which the library makes anew.
      ...(codec === 'GZIP' && { blocksPerByte: 200_000 }),
      // The Parquet readers say of which file; here only that it ends, and grows no memory.
      isForeseen: (error) => error instanceof Error,
    }),
  ),
  reader({
    name: 'npy',
    takes: 'bytes',
    seeds: [
      npy('(2, 2)', [1, 2, 3, 4]),
      npy('(1, 2)', [1, 2, 3, 4], '<f8'),
      npy('(4, 2)', [1, 2, 3, 4], '<f2'),
    ],
    share: 0.3,
    read: inFile('vectors.npy', readNpy),
    write: async (matrix: NpyMatrix) => {
      await writeNpy(pathOf('again.npy'), matrix);
      return readFileSync(pathOf('again.npy'));
    },
  }),
  reader({
    name: 'parts of vectors',
    takes: 'text',
    seeds: [
      together({ 'vectors.json': `${JSON.stringify({ ...MANIFEST, documents: { count: 0, ids: 'x' } })}\n` }),
      together({
        'vectors.json': `${JSON.stringify(MANIFEST)}\n`,
        'documents-00001.json':
          '{"of": "x", "file": "documents-00001.1.npy", "sha256": "x", "failed": 0, "ids": ["d1"]}\n',
      }),
    ],
    share: 0.1,
    read: inFolder('parts', ['vectors.json', 'documents-00001.json'], async (folder) => {
      const manifest = await readManifest(folder);
      return manifest && openParts(folder, manifest, 'documents');
    }),
  }),
];
