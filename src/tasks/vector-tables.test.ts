import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedBytes } from '../../test/support/changed-bytes.js';
import { InputError } from '../core/index.js';
import { readRows } from '../platform/node/index.js';
import { openVectorFolder } from './vector-folder.js';
import { openVectorTables } from './vector-tables.js';

const golden = (name: string): string =>
  fileURLToPath(new URL(`../../test/golden/pyarrow-vectors/${name}`, import.meta.url));
const { files, ids, vectors } = JSON.parse(readFileSync(golden('vectors.json'), 'utf8')) as {
  files: readonly string[];
  ids: readonly string[];
  vectors: readonly number[][];
};

/** All vectors of tables. */
const readVectorTables = async (files: readonly string[]) => readRows(await openVectorTables(files));

const problemOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.details;
};

describe('vectors in Parquet files', () => {
  it.each(files)('that pyarrow wrote are read bit by bit: %s', async (name) => {
    const read = await readVectorTables([golden(`${name}.parquet`)]);
    expect(read).toMatchObject({ ids, rows: 5, columns: 3 });
    expect([...read.data]).toEqual(vectors.flat());
  });

  it('of several files are one table', async () => {
    const read = await readVectorTables([golden('first-part.parquet'), golden('second-part.parquet')]);
    expect(read.ids).toEqual(ids);
    expect([...read.data]).toEqual(vectors.flat());
    expect(await readVectorTables([golden('no-rows.parquet')])).toMatchObject({ ids: [], rows: 0 });
  });

  it('are read by rows, from whichever pages and files', async () => {
    const tables = {
      pages: await openVectorTables([golden('tiny-pages.parquet')]),
      files: await openVectorTables([golden('first-part.parquet'), golden('second-part.parquet')]),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([0, 1, 2, 3, 4]),
        fc.constantFrom(...Object.values(tables)),
        async (rows, table) => {
          const into = new Float32Array(rows.length * 3);
          await table.read(Uint32Array.from(rows), into);
          expect([...into]).toEqual(rows.flatMap((row) => vectors[row]!));
        },
      ),
    );
  });

  it.each(['tiny-pages', 'float32'])('%s with changed bytes are read or an InputError', async (name) => {
    const file = join(mkdtempSync(join(tmpdir(), 'r2med-parquet-')), 'documents.parquet');
    await fc.assert(
      fc.asyncProperty(changedBytes(readFileSync(golden(`${name}.parquet`))), async (changed) => {
        writeFileSync(file, changed);
        const outcome: unknown = await readVectorTables([file]).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(InputError);
        else expect(outcome).toMatchObject({ data: expect.any(Float32Array) });
      }),
      { numRuns: 300 },
    );
  });

  it('are refused when their file was replaced after it was opened', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'r2med-parquet-')), 'documents.parquet');
    copyFileSync(golden('tiny-pages.parquet'), file);
    const { read } = await openVectorTables([file]);
    copyFileSync(golden('float32.parquet'), file);
    await expect(read(Uint32Array.of(4), new Float32Array(3))).rejects.toThrow(
      'was replaced while it was read',
    );
  });

  it.each([
    ['null-id', 2, 'no value for "id"', 'remove the row'],
    ['null-vector', 3, 'no value for "embedding"', 'remove the row'],
    ['null-number', 2, 'no value in place 2 of "embedding"', 'make this vector again'],
    ['wrong-dimension', 3, 'a vector of 2 numbers for "d3"', 'make all vectors with one model'],
    ['longer-vector', 2, 'a vector of more than 3 numbers for "ü/2"', 'make all vectors with one model'],
    ['empty-vector', 1, 'a vector of 0 numbers', 'make all vectors with one model'],
    ['not-a-number', 2, 'NaN in place 2 of the vector of "ü/2"', 'make this vector again'],
    ['too-large', 2, '1e+300 in place 2', 'make this vector again'],
    ['repeated-id', 3, 'a second vector for "d1"; the first is in row 1', 'leave one of them out'],
  ])('that cannot be searched name file, row and fix: %s', async (name, line, found, fix) => {
    const file = golden(`${name}.parquet`);
    expect(await problemOf(readVectorTables([file]))).toMatchObject({
      at: { file, line },
      found: expect.stringContaining(found),
      fix: expect.stringContaining(fix),
    });
  });

  it.each([
    ['no-ids', 'none of the columns id, _id, docid among name, embedding', 'to "id"'],
    ['no-vectors', 'none of the columns embedding, vector, emb among id, data', 'to "embedding"'],
    ['two-vectors', 'the columns vector and embedding', 'leave all but one out'],
    ['whole-numbers', 'lists of another type', 'pa.list_(float32())'],
    ['number-ids', 'column "id" with values of type INT64', 'pa.string()'],
  ])('with other columns are refused: %s', async (name, found, fix) => {
    const file = golden(`${name}.parquet`);
    expect(await problemOf(readVectorTables([file]))).toMatchObject({
      at: { file },
      found: expect.stringContaining(found),
      fix: expect.stringContaining(fix),
    });
  });
});

describe('a folder of vectors', () => {
  const folderOf = (names: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'r2med-parquet-'));
    for (const [name, from] of Object.entries(names)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      copyFileSync(golden(`${from}.parquet`), join(folder, name));
    }
    return folder;
  };

  it('is that of the task, else the folder itself; parts come in the order of their names', async () => {
    const parts = {
      'queries.parquet': 'float32',
      'documents-00002.parquet': 'second-part',
      'documents-00001.parquet': 'first-part',
    };
    const folder = folderOf(parts);
    expect(await openVectorFolder(folder, { name: 'T' })).toMatchObject({ folder, documents: { ids } });
    const nested = folderOf({
      ...parts,
      'T/queries.parquet': 'float32',
      'T/documents.parquet': 'first-part',
    });
    expect(await openVectorFolder(nested, { name: 'T' })).toMatchObject({
      folder: join(nested, 'T'),
      documents: { rows: 3 },
    });
  });

  it('that is a file is an error of its own', async () => {
    const file = join(folderOf({ 'documents.parquet': 'float32' }), 'documents.parquet');
    expect(await problemOf(openVectorFolder(file, { name: 'T' }))).toMatchObject({
      at: { file },
      found: 'part of this path is a file, not a folder',
    });
  });

  it('that lacks files says which', async () => {
    expect(await problemOf(openVectorFolder(folderOf({}), { name: 'T' }))).toMatchObject({
      found: expect.stringContaining('no documents.parquet'),
      fix: expect.stringContaining('columns id and embedding'),
    });
    const half = folderOf({ 'documents.parquet': 'float32' });
    expect(await problemOf(openVectorFolder(half, { name: 'T' }))).toMatchObject({
      at: { file: half },
      found: 'no queries*.parquet',
    });
  });
});
