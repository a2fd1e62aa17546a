import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { InputError } from '../core/index.js';
import { recognise } from './folder.js';

const R2MED = { 'corpus.jsonl': '', 'query.jsonl': '', 'qrels.jsonl': '' };
const BEIR = { 'corpus.jsonl': '', 'queries.jsonl': '', 'qrels/test.tsv': '' };

const without = (files: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file !== name));

const problem = async (folder: string, split?: string) => {
  const error = await recognise(folder, split).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

describe('a folder is', () => {
  it("R2MED's with query.jsonl and qrels.jsonl", async () => {
    const folder = writtenFolder(R2MED);
    expect(await recognise(folder)).toEqual({
      format: 'r2med',
      corpus: { name: 'corpus.jsonl', path: join(folder, 'corpus.jsonl') },
      queries: { name: 'query.jsonl', path: join(folder, 'query.jsonl') },
      judgements: { name: 'qrels.jsonl', path: join(folder, 'qrels.jsonl') },
      notes: [],
    });
  });

  it("R2MED's with qrels.txt, and with files in gzip", async () => {
    const folder = writtenFolder({ 'corpus.jsonl.gz': '', 'query.jsonl.gz': '', 'qrels.txt.gz': '' });
    const found = await recognise(folder);
    expect(found).toMatchObject({ format: 'r2med', judgements: { name: 'qrels.txt' } });
    expect(found.corpus).toEqual({ name: 'corpus.jsonl', path: join(folder, 'corpus.jsonl.gz') });
  });

  it("BEIR's with queries.jsonl and qrels/test.tsv", async () => {
    expect(await recognise(writtenFolder(BEIR))).toMatchObject({
      format: 'beir',
      judgements: { name: 'qrels/test.tsv' },
    });
  });

  it("BEIR's with another split's judgements where only those exist", async () => {
    const folder = writtenFolder({ 'corpus.jsonl': '', 'queries.jsonl': '', 'qrels/train.tsv': '' });
    expect(await recognise(folder)).toMatchObject({ judgements: { name: 'qrels/train.tsv' }, notes: [] });
  });

  it("BEIR's with any split's judgements, the one that was named or the usual one", async () => {
    const folder = writtenFolder({ ...BEIR, 'qrels/dev.tsv.gz': '', 'qrels/odd.tsv': '', 'qrels.tsv': '' });
    expect(await recognise(folder)).toMatchObject({
      split: 'test',
      notes: ['qrels/test.tsv is read; qrels/dev.tsv.gz, qrels/odd.tsv and qrels.tsv beside it are not.'],
    });
    expect(await recognise(folder, 'dev')).toMatchObject({
      split: 'dev',
      otherSplit: true,
      judgements: { name: 'qrels/dev.tsv' },
      notes: [],
    });
    expect(await recognise(folder, 'test')).not.toHaveProperty('otherSplit');
    const { found, expected, fix } = await problem(folder, 'deev');
    expect({ found, expected, fix }).toEqual({
      found: 'no split "deev"',
      expected: 'one of test, dev, odd',
      fix: `did you mean ${folder}#dev?`,
    });
  });

  it("BEIR's with judgements beside the corpus, or tables instead of lines", async () => {
    const folder = writtenFolder({ 'corpus.csv': '', 'queries.tsv.gz': '', 'qrels.tsv': '' });
    const found = await recognise(folder);
    expect(found).toMatchObject({
      format: 'beir',
      corpus: { name: 'corpus.csv' },
      queries: { name: 'queries.tsv' },
      judgements: { name: 'qrels.tsv' },
    });
    expect(found).not.toHaveProperty('split');
    expect((await problem(folder, 'dev')).expected).toContain('a BEIR folder');
  });

  it('recognised beside files that belong to nothing', async () => {
    const folder = writtenFolder({ ...R2MED, 'README.md': '', 'hyde/gpt4/query_with_hydoc.jsonl': '' });
    expect((await recognise(folder)).notes).toEqual([]);
  });

  it('the complete one where the files of the other are not complete', async () => {
    expect(await recognise(writtenFolder({ ...BEIR, 'query.jsonl': '' }))).toMatchObject({ format: 'beir' });
    expect(await recognise(writtenFolder({ ...R2MED, 'queries.jsonl': '' }))).toMatchObject({
      format: 'r2med',
    });
  });

  it("R2MED's without judgements, which the query file may hold", async () => {
    expect(await recognise(writtenFolder(without(R2MED, 'qrels.jsonl')))).toMatchObject({
      format: 'r2med',
      judgements: undefined,
    });
  });
});

const nano = (...splits: readonly string[]) =>
  Object.fromEntries(
    splits.flatMap((split) => ['corpus', 'queries', 'qrels'].map((part) => [`${part}/${split}.parquet`, ''])),
  );

describe('a folder is a Nano set', () => {
  it('with one file per part, whose name is the split', async () => {
    const folder = writtenFolder({ ...nano('A'), 'bm25/A.parquet': '', 'README.md': '' });
    expect(await recognise(folder)).toEqual({
      format: 'nano',
      split: 'A',
      corpus: { name: 'corpus/A.parquet', path: join(folder, 'corpus/A.parquet') },
      queries: { name: 'queries/A.parquet', path: join(folder, 'queries/A.parquet') },
      judgements: { name: 'qrels/A.parquet', path: join(folder, 'qrels/A.parquet') },
      notes: [],
    });
  });

  it('of which one split is named', async () => {
    const folder = writtenFolder(nano('A', 'B'));
    expect(await recognise(folder, 'B')).toMatchObject({ split: 'B', corpus: { name: 'corpus/B.parquet' } });
  });

  it('of several splits, which asks for one', async () => {
    const folder = writtenFolder(nano('A', 'B'));
    const { found, fix } = await problem(folder);
    expect(found).toBe('a folder with 2 splits: A and B');
    expect(fix).toBe(`name one of them, as ${folder}#A`);
  });

  it('without the split that was named', async () => {
    const folder = writtenFolder(nano('Heart', 'Gut'));
    const error: unknown = await recognise(folder, 'Hart').catch((thrown: unknown) => thrown);
    expect((error as InputError).message).toBe(
      `${folder}: no split "Hart"; expected one of Gut, Heart\n  Fix: did you mean ${folder}#Heart?`,
    );
  });

  it('beside which R2MED files are another task', async () => {
    expect((await problem(writtenFolder({ ...nano('A'), ...R2MED }))).found).toBe(
      'the files of an R2MED folder and a Nano folder',
    );
    expect(await recognise(writtenFolder({ ...nano('A', 'B'), ...R2MED }))).toMatchObject({
      format: 'r2med',
    });
  });

  it('only where every part has the split', async () => {
    const files = { ...nano('A'), 'corpus/B.parquet': '', 'qrels/B.parquet': '' };
    expect(await recognise(writtenFolder(files))).toMatchObject({ split: 'A' });
    await expect(recognise(writtenFolder({ 'corpus/A.parquet': '' }))).rejects.toThrow(InputError);
  });
});

describe('of several files for one part', () => {
  it('the preferred one is read and the others are named', async () => {
    const folder = writtenFolder({ ...BEIR, 'qrels/dev.tsv': '', 'qrels/train.tsv.gz': '' });
    const { judgements, notes } = await recognise(folder);
    expect(judgements!.name).toBe('qrels/test.tsv');
    expect(notes).toEqual([
      'qrels/test.tsv is read; qrels/dev.tsv and qrels/train.tsv.gz beside it are not.',
    ]);
  });

  it('the plain one is read', async () => {
    const { corpus, notes } = await recognise(writtenFolder({ ...R2MED, 'corpus.jsonl.gz': '' }));
    expect(corpus.path).toMatch(/corpus\.jsonl$/);
    expect(notes).toEqual(['corpus.jsonl is read; corpus.jsonl.gz beside it is not.']);
  });
});

describe('a folder that is nothing', () => {
  it('is answered with what it holds and what each format needs', async () => {
    const { found, expected, fix } = await problem(writtenFolder({ 'notes.txt': '', 'a.csv': '' }));
    expect(found).toBe('a folder with a.csv, notes.txt');
    expect(expected).toBe(
      'an R2MED folder (corpus.jsonl, query.jsonl and qrels.jsonl or qrels.txt), a BEIR folder ' +
        '(corpus.jsonl, corpus.tsv or corpus.csv, queries.jsonl, queries.tsv or queries.csv and qrels/{split}.tsv, qrels/{split}.jsonl or qrels.tsv), a Nano folder ' +
        '(corpus/{split}.parquet, queries/{split}.parquet and qrels/{split}.parquet) or any tables of documents, queries and judgements; lines plain or .gz',
    );
    expect(fix).toBe('give a folder that holds these files, or name files and columns with --columns');
  });

  it('shows a dozen names of many', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.txt`, '']));
    expect((await problem(writtenFolder(files))).found).toMatch(/17\.txt, 18\.txt, 19\.txt, and 28 more$/);
  });

  it.each([
    [without(R2MED, 'corpus.jsonl'), /^add corpus\.jsonl; with query\.jsonl and qrels\.jsonl .* an R2MED/],
    [without(R2MED, 'query.jsonl'), /^add query\.jsonl; with corpus\.jsonl and qrels\.jsonl .* an R2MED/],
    [
      without(BEIR, 'queries.jsonl'),
      /^add queries\.jsonl, queries\.tsv or queries\.csv; with corpus\.jsonl and qrels\/test\.tsv .* a BEIR/,
    ],
    [without(BEIR, 'qrels/test.tsv'), /^add qrels\/test\.tsv, qrels\/test\.jsonl or qrels\.tsv; .* a BEIR/],
    [{ 'corpus.jsonl': '', 'queries.jsonl': '', 'qrels.jsonl': '' }, /^add qrels\/test\.tsv.* a BEIR/],
  ])('but nearly one is told which file is missing: %j', async (files, fix) => {
    expect((await problem(writtenFolder(files))).fix).toMatch(fix);
  });

  it('may be the parent of tasks, which are named', async () => {
    const folder = writtenFolder({ 'Biology/corpus.jsonl': '', 'Chemistry/corpus.jsonl.gz': '', 'x/y': '' });
    expect((await problem(folder)).fix).toBe('give one of the folders in it: Biology or Chemistry');
  });

  it('may be empty', async () => {
    expect((await problem(writtenFolder())).found).toBe('an empty folder');
  });

  it('may not exist, or be a file', async () => {
    const folder = writtenFolder({ file: '' });
    expect(await problem(join(folder, 'nothing'))).toMatchObject({ found: 'no such folder' });
    expect(await problem(join(folder, 'file'))).toMatchObject({ found: 'this is a file' });
  });
});

it('a folder with the files of two formats is not guessed at', async () => {
  const { found, fix } = await problem(writtenFolder({ ...R2MED, ...BEIR }));
  expect(found).toBe('the files of an R2MED folder and a BEIR folder');
  expect(fix).toMatch(/query\.jsonl or queries\.jsonl/);
});

it('a folder where a file belongs is an error that names it', async () => {
  const folder = writtenFolder(without(R2MED, 'corpus.jsonl'));
  mkdirSync(join(folder, 'corpus.jsonl'));
  expect(await problem(folder)).toMatchObject({
    at: { file: join(folder, 'corpus.jsonl') },
    found: 'a folder',
    expected: 'a file',
  });
});

it('a link that leads nowhere is a failure that names it', async () => {
  const folder = writtenFolder(without(R2MED, 'corpus.jsonl'));
  symlinkSync(join(folder, 'blob'), join(folder, 'corpus.jsonl'));
  await expect(recognise(folder)).rejects.toThrow(InputError);
  await expect(recognise(folder)).rejects.toThrow(/corpus\.jsonl: no such file/);
});
