import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suite } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { hubOfSeveral } from '../support/hub-of-several.js';
import { startHub } from '../support/hub-server.js';
import { r2med } from '../support/in-process.js';
import { parquetTable } from '../support/parquet-table.js';
import { jsonl } from '../support/written-folder.js';

const DOCUMENTS = [
  { _id: 'd1', title: 'Gout', text: 'Crystals of urate inflame a joint.' },
  { _id: 'd2', title: 'Anaemia', text: 'Iron deficiency lowers haemoglobin.' },
];
const QUERIES = [
  { _id: 'q1', text: 'urate crystals' },
  { _id: 'q2', text: 'low haemoglobin' },
  { _id: 'q3', text: 'of the training split' },
];
const judged = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([query, document]) => ({ 'query-id': query, 'corpus-id': document, score: 1 }));
const TEST = judged(['q1', 'd1'], ['q2', 'd2']);

const json = (rows: readonly object[]) => ({ content: Buffer.from(jsonl(...rows)) });

/** As MTEB has NFCorpus: JSON lines, judgements of each split apart. */
const LINES = {
  'corpus.jsonl': { ...json(DOCUMENTS), lfs: true },
  'queries.jsonl': json(QUERIES),
  'qrels/train.jsonl': json(judged(['q3', 'd1'])),
  'qrels/test.jsonl': json(TEST),
};

/** As MTEB has PublicHealthQA: Parquet, configurations by language. */
const tables = (language: string) => ({
  [`${language}-corpus/test-00000-of-00001.parquet`]: {
    content: parquetTable({ _id: DOCUMENTS.map(({ _id }) => _id), text: DOCUMENTS.map(({ text }) => text) }),
    lfs: true,
  },
  [`${language}-queries/test-00000-of-00001.parquet`]: {
    content: parquetTable({ _id: ['q1', 'q2'], text: ['urate crystals', 'low haemoglobin'] }),
  },
  [`${language}-qrels/test-00000-of-00001.parquet`]: {
    content: parquetTable({
      'query-id': TEST.map((row) => row['query-id']),
      'corpus-id': TEST.map((row) => row['corpus-id']),
      score: [1, 1],
    }),
  },
});

const revisionOf = (task: string): string => {
  const { source } = suite('medical').tasks.find(({ name }) => name === task)!;
  if (source.from !== 'dataset') throw new Error(`${task} is no dataset of the hub`);
  return source.revision;
};

const hub = async () => {
  const endpoint = await hubOfSeveral({
    'mteb/nfcorpus': await startHub('mteb/nfcorpus', revisionOf('NFCorpus'), LINES),
    'mteb/PublicHealthQA': await startHub('mteb/PublicHealthQA', revisionOf('PublicHealthQA'), {
      ...tables('arabic'),
      ...tables('english'),
    }),
    'clinia/CUREv1': await startHub(
      'clinia/CUREv1',
      '3bcf51c91e04d04a8a3329dfbe988b964c5cbe83',
      {
        'dermatology/corpus.jsonl': json(DOCUMENTS),
        'dermatology/queries-en.jsonl': json(QUERIES.slice(0, 2)),
        'dermatology/queries-fr.jsonl': json(QUERIES.slice(0, 2)),
        'dermatology/qrels.jsonl': json(TEST),
      },
      { branches: ['main'] },
    ),
  });
  const cwd = temporaryFolder();
  const env = { HF_ENDPOINT: endpoint, HF_HOME: join(cwd, 'hf'), R2MED_HOME: join(cwd, 'home') };
  return (...words: readonly string[]) => r2med(words, { cwd, env });
};

const TWO = ['--suite', 'medical', '--task', 'NFCorpus', '--task', 'PublicHealthQA'];

describe('suite medical', () => {
  it('is fetched in the layouts of the hub, and other counts than were published are said', async () => {
    const call = await hub();
    const fetched = await call('fetch', ...TWO);
    expect([fetched.code, fetched.stderr]).toEqual([
      0,
      expect.stringContaining('NFCorpus: It has 2 queries'),
    ]);
    expect(fetched.stderr).toContain('323 queries, 3633 documents and 12334 judgements were published');
    expect((await call('fetch', ...TWO, '--offline')).stdout).toMatch(/NFCorpus .*already there/);
    const { stdout } = await call('tasks', '--suite', 'medical');
    expect(stdout).toMatch(/NFCorpus .* 323 +3,633 +12,334 +here \(/);
    expect(stdout).toMatch(/SciFact .* 300 +5,183 +\? +not fetched/);
    expect(stdout).toMatch(/TREC-CDS-2014 .* 30 +\? +37,949 +to be got by hand/);
    expect(stdout).toContain('ir_datasets export pmc/v1/trec-cds-2014 queries');
  });

  it('is run, and fetched where it is needed', async () => {
    const call = await hub();
    const { code, stdout, stderr } = await call('run', ...TWO, '--retriever', 'bm25', '--json');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { records } = JSON.parse(stdout);
    expect(records.map((each: { task: object }) => each.task)).toMatchObject([
      { name: 'NFCorpus', suite: 'medical', revision: revisionOf('NFCorpus'), judgements: 2 },
      { name: 'PublicHealthQA', documents: 2 },
    ]);
    for (const { scores } of records) expect(scores['nDCG@10']).toBe(1);
  });

  it.each([
    ['BioASQ', 'participants-area.bioasq.org'],
    ['TREC-CT-2022', 'ir_datasets export clinicaltrials/2021 docs'],
  ])('says how to get %s before anything is fetched', async (task, how) => {
    const call = await hub();
    for (const words of [['fetch'], ['run', '--retriever', 'bm25']]) {
      const { code, stderr } = await call(...words, '--suite', 'medical', '--task', task);
      expect([code, stderr]).toEqual([2, expect.stringContaining(how)]);
      expect(stderr).toContain('--data');
    }
  });

  it('leaves out what r2med cannot fetch when all of it is asked for', async () => {
    const call = await hub();
    const { stdout } = await call('run', '--suite', 'medical', '--retriever', 'bm25', '--dry-run');
    expect(stdout).toContain('MedicalQA');
    expect(stdout).not.toContain('BioASQ');
    const { stderr } = await call('fetch', '--suite', 'medical', '--offline');
    expect(stderr).toContain('BioASQ cannot be fetched: register at');
  });

  it('reads a discipline of CUREv1 by the line that its row gives', async () => {
    const call = await hub();
    const columns = ['--columns', 'queries=dermatology/queries-en.jsonl'];
    const { code, stderr } = await call(
      ...['run', '--data', 'hub:clinia/CUREv1:dermatology', ...columns, '--retriever', 'bm25'],
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  });
});
