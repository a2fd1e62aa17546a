import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNano } from '../../src/benchmarks/nano/index.js';
import { openFolder } from '../../src/tasks/index.js';
import { GOLDEN_SETS, goldenVectors, nanoSourceFiles, sha256OfTexts } from '../support/nano-source.js';
import { testTools } from '../support/tools.js';

const [, , python] = process.argv;
assert(python, 'usage: nano-build.ts PYTHON, one with pyarrow');

interface Read {
  readonly schema: string;
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  readonly codecs: readonly string[];
}

const readWithPyarrow = (folder: string): Readonly<Record<string, Read>> => {
  const script = fileURLToPath(new URL('./nano_build.py', import.meta.url));
  const printed = execFileSync(python, [script, folder], { maxBuffer: 2 ** 30, encoding: 'utf8' });
  return JSON.parse(printed) as Record<string, Read>;
};

/** More rows than a row group has, more text than a page. */
const manyRows = async (folder: string): Promise<void> => {
  const documents = Array.from({ length: 2500 }, (_, i) => ({
    id: `d${i}`,
    text: `Note ${i}: ${'the fever came back, '.repeat(1 + (i % 97))}and went. 🤒`,
  }));
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  mkdirSync(folder);
  writeFileSync(join(folder, 'corpus.jsonl'), lines(documents));
  writeFileSync(join(folder, 'query.jsonl'), lines([{ id: 'q', text: 'fever', doc_id: ['d7'] }]));
  const out = `${folder}-nano`;
  await buildNano([await openFolder(folder)], { name: 'Many', out, depth: 2400 }, testTools());
  const read = readWithPyarrow(out);
  const { _id: ids, text } = read['corpus/Many.parquet']!.columns;
  const inOrder = [documents[7]!, ...documents.filter(({ id }) => id !== 'd7')];
  assert.deepEqual(
    ids,
    inOrder.map(({ id }) => id),
  );
  assert.deepEqual(
    text,
    inOrder.map((row) => row.text),
  );
  assert.equal((read['bm25/Many.parquet']!.columns['corpus-ids']![0] as string[]).length, 2400);
  console.log('ManyRows: pyarrow reads several row groups and pages');
};

const parent = mkdtempSync(join(tmpdir(), 'r2med-parity-'));
try {
  const source = join(parent, 'source');
  for (const [path, content] of Object.entries(nanoSourceFiles())) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  }
  const task = await openFolder(source);
  for (const { split, tables, schemas, textsSha256, ...golden } of GOLDEN_SETS) {
    const { sampler, queries, documents, depth, hybridDepth } = golden;
    const out = join(parent, split);
    const settings = { name: split, sampler, queries, documents, depth, hybridDepth };
    await buildNano([task], { ...settings, dense: goldenVectors, out }, testTools());
    const read = readWithPyarrow(out);
    assert.equal(Object.keys(read).length, Object.keys(tables).length);
    for (const [config, expected] of Object.entries(tables)) {
      const { schema, columns, codecs } = read[`${config}/${split}.parquet`]!;
      assert.equal(schema, schemas[config]);
      assert.deepEqual(codecs, ['SNAPPY']);
      const { text, ...rest } = columns;
      if (config !== 'corpus') assert.deepEqual(columns, expected);
      else {
        assert.deepEqual(rest, expected);
        assert.equal(sha256OfTexts(text as string[]), textsSha256);
      }
    }
    console.log(
      `${split}: pyarrow reads what Python made, ${documents} documents at most, sampler ${sampler}`,
    );
  }
  await manyRows(join(parent, 'ManyRows'));
} finally {
  rmSync(parent, { recursive: true, force: true });
}
