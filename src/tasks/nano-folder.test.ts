import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NanoRows, nanoFiles, parquetTable } from '../../test/support/parquet-table.js';
import { type Files, writtenFolder } from '../../test/support/written-folder.js';
import { documentsById, InputError, queryId } from '../core/index.js';
import { tasksIn } from './folder-files.js';
import { openCorpus } from './open-corpus.js';
import { openFolder } from './open-folder.js';

const GOLDEN = fileURLToPath(new URL('../../test/golden/nano', import.meta.url));

const ROWS: NanoRows = {
  documents: { d1: 'Urate crystals.', d2: 'A torn meniscus.', d3: 'Gout in the knee.' },
  queries: { q1: 'A hot toe', q2: 'A locked knee' },
  positives: { q1: ['d1', 'd3'], q2: ['d2'] },
  lists: { bm25: { q1: ['d1', 'd2', 'd3'], q2: ['d2', 'd3'] }, tiny: { q1: ['d3'], q2: ['d1'] } },
};
const FILES: Files = nanoFiles('Joints', ROWS);

const refusal = async (files: Files, config?: string): Promise<string> => {
  const folder = writtenFolder(files);
  const error: unknown = await openFolder(folder)
    .then(async (task) => (config ? await task.candidates!(config) : undefined))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message.replaceAll(`${folder}/`, '').split('\n')[0]!;
};

describe('a Nano folder opened as a task', () => {
  it('with one split is named after itself, and says which split it is', async () => {
    const folder = writtenFolder(FILES, 'my-nano');
    const task = await openFolder(folder);
    expect(task).toMatchObject({
      name: 'my-nano',
      suite: folder,
      folder,
      about: { format: 'nano', split: 'Joints' },
    });
    expect(task.queries).toEqual([
      { id: 'q1', text: 'A hot toe' },
      { id: 'q2', text: 'A locked knee' },
    ]);
    expect([...task.judgements].map(([query, grades]) => [query, [...grades]])).toEqual([
      [
        'q1',
        [
          ['d1', 1],
          ['d3', 1],
        ],
      ],
      ['q2', [['d2', 1]]],
    ]);
    expect([...(await documentsById(task.corpus)).values()]).toEqual([
      { id: 'd1', text: 'Urate crystals.' },
      { id: 'd2', text: 'A torn meniscus.' },
      { id: 'd3', text: 'Gout in the knee.' },
    ]);
    expect(await task.statistics()).toEqual({
      queries: 2,
      documents: 3,
      uniqueDocuments: 3,
      judgements: 3,
      notes: [],
    });
  });

  it('with several splits is as many tasks, each named after its split', async () => {
    const folder = writtenFolder({ ...FILES, ...nanoFiles('Skin', ROWS) });
    expect(tasksIn(folder)).toEqual([`${folder}#Joints`, `${folder}#Skin`]);
    const skin = await openFolder(`${folder}#Skin`);
    expect(skin).toMatchObject({ name: 'Skin', suite: `${folder}#Skin`, folder });
    await expect(openFolder(folder)).rejects.toThrow('a folder with 2 splits: Joints and Skin');
  });

  it('is the same content under another split, and another with other content', async () => {
    const folder = writtenFolder({ ...FILES, ...nanoFiles('Skin', { ...ROWS, queries: { q1: 'A rash' } }) });
    const [joints, skin] = [await openFolder(`${folder}#Joints`), await openFolder(`${folder}#Skin`)];
    expect(joints.corpus.key).toBe(skin.corpus.key);
    expect(joints.contentHash).not.toBe(skin.contentHash);
  });

  it("may have a mark in its own folder's name", async () => {
    const folder = writtenFolder(FILES, 'nano#1');
    expect(tasksIn(folder)).toEqual([folder]);
    expect((await openFolder(folder)).name).toBe('nano#1');
    expect((await openFolder(`${folder}#Joints`)).name).toBe('Joints');
  });

  it('is the original set that pyarrow wrote', async () => {
    const golden = JSON.parse(readFileSync(join(GOLDEN, 'profile.json'), 'utf8')) as {
      readonly tasks: readonly {
        readonly task: string;
        readonly safeguards: Readonly<Record<string, string>>;
      }[];
    };
    expect(tasksIn(GOLDEN)).toEqual(golden.tasks.map(({ task }) => `${GOLDEN}#${task}`));
    for (const { task: split, safeguards } of golden.tasks) {
      const task = await openFolder(`${GOLDEN}#${split}`);
      expect(task.candidateConfigs).toEqual(['bm25', 'reranking_hybrid', 'tiny_vectors']);
      const hybrid = await task.candidates!('reranking_hybrid');
      const longer = [...hybrid]
        .filter(([, ids]) => ids.length > 100)
        .map(([query, ids]) => [query, ids[100]]);
      expect(Object.fromEntries(longer)).toEqual(safeguards);
    }
  });

  it('takes titles and grades where there are some', async () => {
    const task = await openFolder(
      writtenFolder({
        ...FILES,
        'corpus/Joints.parquet': parquetTable({ _id: ['d1', 'd2'], title: ['Gout', null], text: ['a', 'b'] }),
        'qrels/Joints.parquet': parquetTable({
          'query-id': ['q1', 'q1', 'q2'],
          'corpus-id': ['d1', 'd2', 'd2'],
          score: [2, null, 0],
        }),
      }),
    );
    expect([...(await documentsById(task.corpus)).values()]).toEqual([
      { id: 'd1', title: 'Gout', text: 'a' },
      { id: 'd2', text: 'b' },
    ]);
    // As HAKARI-Bench's builder has it, a missing score counts 1.
    expect(task.judgements.get(queryId('q1'))).toEqual(
      new Map([
        ['d1', 2],
        ['d2', 1],
      ]),
    );
  });

  it.each([
    ['corpus', { _id: ['d1'], body: ['x'] }, 'no column "text" among "_id", "body"; expected one with text'],
    ['corpus', { _id: [1], text: ['x'] }, 'column "_id" with values of type INT64; expected text'],
    [
      'corpus',
      { _id: ['d1', 'd2'], text: ['x', null] },
      ':2: no value for "text"; expected one in every row',
    ],
    [
      'corpus',
      { _id: ['', 'd2'], text: ['x', 'y'] },
      ':1: id ""; expected text or a whole number below 2^53',
    ],
    ['queries', { _id: ['q1', 'q1'], text: ['x', 'y'] }, ':2: query "q1" with another text than in line 1'],
    ['queries', { _id: [], text: [] }, 'an empty file; expected one line or more'],
    [
      'qrels',
      { 'query-id': ['q1'], 'corpus-id': ['d1'], score: ['1'] },
      'column "score" with values of type',
    ],
    ['qrels', { 'query-id': ['q1'] }, 'no column "corpus-id" among "query-id"'],
  ])('with a wrong %s %j is refused', async (part, columns, message) => {
    const table = parquetTable(columns as Parameters<typeof parquetTable>[0]);
    const said = await refusal({ ...FILES, [`${part}/Joints.parquet`]: table });
    expect(said.startsWith(`${part}/Joints.parquet`)).toBe(true);
    expect(said).toContain(message);
  });

  it('whose files are cut, or no Parquet at all, is refused', async () => {
    for (const part of ['corpus', 'queries', 'qrels']) {
      const name = `${part}/Joints.parquet`;
      const whole = FILES[name] as Buffer;
      expect(await refusal({ ...FILES, [name]: whole.subarray(0, whole.length - 5) })).toMatch(
        new RegExp(`^${part}/Joints.parquet: a damaged Parquet file`),
      );
      expect(await refusal({ ...FILES, [name]: '{"_id": "d1"}' })).toMatch(/: not a Parquet file; expected/);
    }
  });

  it('or an InputError comes of files with bytes changed or cut', async () => {
    const names = Object.keys(FILES).filter((name) => name.includes('Joints'));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.nat(255),
        fc.boolean(),
        async (name, at, byte, cut) => {
          const content = Buffer.from(FILES[name] as Buffer);
          const place = at % content.length;
          content[place] = byte;
          const folder = writtenFolder({ ...FILES, [name]: cut ? content.subarray(0, place) : content });
          const outcome: unknown = await openFolder(folder)
            .then(async (task) => {
              await task.statistics();
              for (const config of task.candidateConfigs ?? []) await task.candidates!(config);
              return 'opened';
            })
            .catch((thrown: unknown) => thrown);
          expect(outcome === 'opened' || outcome instanceof InputError).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('candidate lists', () => {
  it('stand beside the task, by configuration, in their order', async () => {
    const task = await openFolder(writtenFolder({ ...FILES, 'README.md': '', 'bm25/Other.parquet': '' }));
    expect(task.candidateConfigs).toEqual(['bm25', 'tiny']);
    expect([...(await task.candidates!('bm25'))]).toEqual([
      ['q1', ['d1', 'd2', 'd3']],
      ['q2', ['d2', 'd3']],
    ]);
    expect(() => task.candidates!('tinny')).toThrow(
      /unknown list of candidates "tinny".*\n.*did you mean "tiny"/,
    );
  });

  it('are none of a task of another format', async () => {
    const folder = fileURLToPath(new URL('../../data/sample/Biology', import.meta.url));
    const task = await openFolder(folder);
    expect(task.candidateConfigs).toBeUndefined();
  });

  it.each([
    [{ 'query-id': ['q1', 'q1'], 'corpus-ids': [['d1'], ['d2']] }, ':2: a second list for query "q1"'],
    [{ 'query-id': ['q1'], 'corpus-ids': [['d1', 'd2', 'd1']] }, ':1: document "d1" twice'],
    [{ 'query-id': ['q1'], 'corpus-ids': ['d1'] }, 'column "corpus-ids" with values of type'],
    [{ 'query-id': ['q1'], 'corpus-ids': [['d1', null]] }, ':1: no value in place 2 of "corpus-ids"'],
    [{ 'query-id': [], 'corpus-ids': [['']].slice(1) }, 'column "corpus-ids"'],
  ])('%j are refused', async (columns, message) => {
    const table = parquetTable(columns as Parameters<typeof parquetTable>[0]);
    expect(await refusal({ ...FILES, 'bm25/Joints.parquet': table }, 'bm25')).toContain(message);
  });
});

describe('documents alone', () => {
  it('are opened from a Parquet file, and from a folder with one split', async () => {
    const folder = writtenFolder(FILES, 'my-nano');
    const byFile = await openCorpus(join(folder, 'corpus', 'Joints.parquet'));
    const byFolder = await openCorpus(folder);
    expect(byFolder.corpus.key).toBe(byFile.corpus.key);
    expect([byFile.name, byFolder.name]).toEqual(['Joints', 'my-nano']);
    expect((await documentsById(byFile.corpus)).size).toBe(3);
  });

  it('of a damaged file say what is wrong with it', async () => {
    const folder = writtenFolder({ 'x.parquet': 'PAR1 and no more' });
    await expect(openCorpus(join(folder, 'x.parquet'))).rejects.toThrow(/a damaged Parquet file/);
  });
});
