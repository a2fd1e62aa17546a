import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { readVectorFile } from '../../src/platform/node/index.js';
import { printedBy, r2med } from '../support/in-process.js';
import { fakeCluster } from '../support/opensearch-server.js';
import { writtenFolder } from '../support/written-folder.js';

/** A table of ids and vectors of 32-bit floats. */
const table = (ids: readonly string[], vectors: readonly Float32Array[]): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      schema: [
        { name: 'schema', num_children: 2 },
        { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        { name: 'embedding', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', type: 'FLOAT', repetition_type: 'OPTIONAL' },
      ],
      columnData: [
        { name: 'id', data: [...ids] },
        { name: 'embedding', data: vectors.map((vector) => [...vector]) },
      ],
      rowGroupSize: 2,
    }),
  );

const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];

it('parquet:FOLDER finds what npy:FOLDER finds, in this process and on an engine', async () => {
  const cwd = writtenFolder({
    'embed.mjs': 'export const embed = (texts) => texts.map((text) => [text.length, text.charCodeAt(0), 1]);',
  });
  await printedBy(
    ['run', ...SAMPLE, '--retriever', 'module:embed.mjs', '--save-vectors', 'npy', '--out', 'a'],
    { cwd },
  );
  const from = join(cwd, 'npy/embed/Biology');
  const files: Record<string, Buffer> = {};
  for (const side of ['documents', 'queries']) {
    const { ids, columns, data } = await readVectorFile(
      join(from, `${side}.npy`),
      join(from, `${side}.json`),
    );
    const vectors = ids.map((_, row) => data.subarray(row * columns, (row + 1) * columns));
    const half = Math.ceil(ids.length / 2);
    files[`${side}-1.parquet`] = table(ids.slice(0, half), vectors.slice(0, half));
    files[`${side}-2.parquet`] = table(ids.slice(half), vectors.slice(half));
  }
  const folder = writtenFolder(files);
  const env = { OPENSEARCH_URL: await fakeCluster().node() };
  const run = (retriever: string, out: string, ...more: readonly string[]) =>
    printedBy(['run', ...SAMPLE, '--retriever', retriever, '--out', out, ...more], { cwd, env });
  await run(`npy:${from}`, 'b');
  await run(`parquet:${folder}`, 'c');
  await run(`parquet:${folder}`, 'd', '--engine', 'opensearch');
  const ranked = (out: string, system: string): string =>
    readFileSync(join(cwd, out, system, 'Biology/run.trec'), 'utf8').replaceAll(/ \S+$/gm, '');
  const name = `parquet-${folder.split('/').at(-1)}`;
  const wanted = ranked('b', 'npy-Biology');
  expect([ranked('c', name), ranked('d', name)]).toEqual([wanted, wanted]);
  const record = JSON.parse(readFileSync(join(cwd, 'c', name, 'Biology/record.json'), 'utf8'));
  expect(record.spec).toMatchObject({ embedder: { embedder: 'parquet' }, foundBy: 'id' });
  const { code, stderr } = await r2med(['run', ...SAMPLE, '--system', 'hyde(sample-writer) > parquet:x'], {
    cwd,
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no vectors of generated texts')]);
});
