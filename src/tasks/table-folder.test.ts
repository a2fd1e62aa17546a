import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Files, jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { type Document, InputError } from '../core/index.js';
import { openCorpus } from './open-corpus.js';
import { openFolder } from './open-folder.js';

const QUERIES = jsonl({ _id: 'q1', text: 'a swollen toe' }, { _id: 'q2', text: 'a locked knee' });
const QRELS = 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n';
const folder = (files: Files) =>
  writtenFolder({
    'corpus.csv': '_id,text\nd1,Gout\nd2,Knee\n',
    'queries.jsonl': QUERIES,
    'qrels.tsv': QRELS,
    ...files,
  });

const documentsIn = async (name: string, content: string | Uint8Array): Promise<readonly Document[]> => {
  const { corpus } = await openCorpus(`${writtenFolder({ [name]: content })}/${name}`);
  const all: Document[] = [];
  for await (const batch of corpus.rows()) all.push(...batch);
  return all;
};

const problemOf = async (name: string, content: string) => {
  const error = await documentsIn(name, content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

const GOUT = { id: 'd1', title: 'Gout', text: 'Urate, in "needles".\n\nBy night.' };
const KNEE = { id: 'd2', text: 'A locked knee.' };

describe('a corpus in a table', () => {
  it.each([
    ['corpus.csv', '_id,title,text\nd1,Gout,"Urate, in ""needles"".\n\nBy night."\nd2,,A locked knee.\n'],
    ['corpus.csv', 'd1,Gout,"Urate, in ""needles"".\n\nBy night."\n\nd2,,A locked knee.'],
    [
      'corpus.csv',
      '\ufeffText,other,ID,Title\r\n"Urate, in ""needles"".\r\n\r\nBy night.",x,d1,Gout\r\nA locked knee.,,d2,\r\n',
    ],
    [
      'corpus.tsv',
      'docid\ttitle\tcontents\nd1\tGout\t"Urate, in ""needles"".\n\nBy night."\nd2\t\tA locked knee.\n',
    ],
    ['corpus.tsv', 'd1\tGout\t"Urate, in ""needles"".\n\nBy night."\nd2\t\tA locked knee.\n'],
  ])('is read with and without names of columns: %s, case %#', async (name, content) => {
    expect(await documentsIn(name, content)).toEqual([GOUT, KNEE]);
    expect(await documentsIn(`${name}.gz`, gzipSync(content))).toEqual([GOUT, KNEE]);
  });

  it('of two columns without names is ids and texts', async () => {
    expect(await documentsIn('corpus.tsv', 'd2\tA locked knee.\nd3\tsays "so"\n')).toEqual([
      KNEE,
      { id: 'd3', text: 'says "so"' },
    ]);
  });

  it.each([
    ['corpus.csv', 'id,abstract\nd1,x\n', 1, 'and no "text"'],
    ['corpus.csv', 'd1,a,b,c\n', 1, '4 columns without names'],
    ['corpus.csv', 'd1\n', 1, '1 column without names'],
    ['corpus.csv', '_id,text\nd1,one, two\n', 2, '3 columns'],
    ['corpus.csv', '_id,text\n,one\n', 2, 'id ""'],
    ['corpus.tsv', '_id\ttext\nd1\t"one" two\n', 2, 'behind the closing quote'],
    ['corpus.csv', '_id,text\nd1,"one\nd2,two\n', 2, 'a quoted field that does not end'],
    ['corpus.csv', '_id,text\n', undefined, 'an empty file'],
  ])('is refused with file, line and fix: %s %j', async (name, content, line, found) => {
    const problem = await problemOf(name, content);
    expect(problem.at?.file).toContain(name);
    expect(problem.at?.line).toBe(line);
    expect(problem.found).toContain(found);
    expect(problem.fix).toBeTruthy();
  });

  it('is read or refused with an InputError, whatever it holds', async () => {
    const pieces = fc
      .array(fc.constantFrom('_id', 'text', 'title', 'd1', ',', '\t', '"', '\n', '\r\n', ' ', 'é'))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('corpus.csv', 'corpus.tsv'),
        fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.uint8Array()),
        async (name, content) => {
          const found = await documentsIn(name, content).catch((thrown: unknown) => thrown);
          if (found instanceof Error) expect(found).toBeInstanceOf(InputError);
          else expect((found as readonly Document[]).every(({ id }) => id !== '')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a folder with tables', () => {
  it('is a task: queries in a table, judgements beside it', async () => {
    const task = await openFolder(folder({ 'queries.csv': 'id,query\nq1,"a toe,\nswollen"\n' }));
    // Lines go before tables where both are there.
    expect(task.queries.map(({ id }) => id)).toEqual(['q1', 'q2']);
    expect(task.judgements.get('q1' as never)).toEqual(
      new Map([
        ['d1', 1],
        ['d2', 0],
      ]),
    );
    expect((await task.statistics()).notes).toContain('queries.jsonl is read; queries.csv beside it is not.');
  });

  it('says how many texts run over several lines, since a stray quote makes such', async () => {
    const files = { 'corpus.csv': 'd1,"Gout\nd2,Knee"\nd3,Toe\n' };
    expect((await (await openFolder(folder(files))).statistics()).notes).toContain(
      'corpus.csv: 1 text is quoted over several lines.',
    );
  });

  it.each([
    ['three columns', 'q1\td1\t1\nq1\td2\t0\n'],
    ["TREC's four between tabs", 'q1\t0\td1\t1\nq1\t0\td2\t0\n'],
  ])('may have a root qrels.tsv without a heading: %s', async (_, content) => {
    const task = await openFolder(folder({ 'qrels.tsv': content }));
    expect(task.judgements.get('q1' as never)).toEqual(
      new Map([
        ['d1', 1],
        ['d2', 0],
      ]),
    );
  });
});

describe('a folder with judgements of several splits', () => {
  const splits = { 'qrels/test.tsv': QRELS, 'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq2\td2\t1\n' };

  it('is the task of the split that was named', async () => {
    const path = folder(splits);
    const [usual, named, dev] = await Promise.all([
      openFolder(path),
      openFolder(`${path}#test`),
      openFolder(`${path}#dev`),
    ]);
    expect([usual, named, dev].map(({ name }) => name)).toEqual(['task', 'task', 'task-dev']);
    expect([usual, named, dev].map(({ about }) => about.split)).toEqual(['test', 'test', 'dev']);
    expect(named.contentHash).toBe(usual.contentHash);
    expect(dev.contentHash).not.toBe(usual.contentHash);
    expect([...dev.judgements.keys()]).toEqual(['q2']);
  });

  it('lists its splits where the one that was named is not there', async () => {
    const path = folder(splits);
    await expect(openFolder(`${path}#nope`)).rejects.toThrow('no split "nope"; expected one of test, dev');
  });
});
