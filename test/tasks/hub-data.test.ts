import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { datasetFiles, isDatasetPath, parseHubDataset } from '../../src/tasks/fetch/hub-dataset.js';
import { temporaryFolder } from '../support/command.js';
import { type HubServer, type ServedFile, startHub } from '../support/hub-server.js';
import { r2med } from '../support/in-process.js';
import { LAYOUTS } from '../support/layouts.js';
import type { Files } from '../support/written-folder.js';

const REPOSITORY = 'Tests/Joints';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const hubWith = async (files: Files) => {
  const served = Object.entries({ ...files, 'README.md': 'A set.\n' }).map(
    ([path, content]): [string, ServedFile<string | Uint8Array>] => [
      path,
      { content, lfs: path.includes('corpus') },
    ],
  );
  const server: HubServer = await startHub(REPOSITORY, COMMIT, Object.fromEntries(served), {
    branches: ['main'],
  });
  onTestFinished(server.close);
  const home = temporaryFolder();
  const env = { ...process.env, HF_HOME: home, HF_ENDPOINT: server.endpoint, R2MED_HOME: temporaryFolder() };
  const out = temporaryFolder();
  const run = (data: string, ...more: string[]) =>
    r2med(['run', '--data', data, '--retriever', 'bm25-lucene', '--out', out, ...more], { env });
  const record = () => {
    const [task] = readdirSync(join(out, 'bm25-lucene'));
    return JSON.parse(readFileSync(join(out, 'bm25-lucene', task!, 'record.json'), 'utf8'));
  };
  const contents = () => server.requests.filter(({ place }) => place === 'content').map(({ file }) => file);
  const snapshot = join(home, 'hub', 'datasets--Tests--Joints', 'snapshots', COMMIT);
  return { server, env, out, run, record, contents, snapshot };
};

const MTEB = LAYOUTS['MTEB in Parquet']!.files;

describe('--data hub:ORG/NAME', () => {
  it('fetches the files of the task, names it, and records the commit', async () => {
    const { run, record, contents, server } = await hubWith(MTEB);
    const { code, stderr } = await run('hub:Tests/Joints');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Joints: 3 files fetched and checked')]);
    expect(record().task).toMatchObject({
      name: 'Joints',
      suite: 'hub:Tests/Joints',
      revision: COMMIT,
      judgements: 3,
    });
    expect(contents()).toHaveLength(3);
    expect((await run('hub:Tests/Joints')).code).toBe(0);
    await server.close();
    const again = await run('hub:Tests/Joints', '--offline', '--overwrite');
    expect([again.code, contents().length]).toEqual([0, 3]);
  });

  it('continues a download that broke', async () => {
    const { run, server, contents } = await hubWith(LAYOUTS.Pyserini!.files);
    server.misbehave('content:corpus.jsonl', { dropAfter: 40 });
    expect((await run('hub:Tests/Joints')).code).toBe(0);
    expect(server.requests.filter(({ file, range }) => file === 'corpus.jsonl' && range)).not.toEqual([]);
    expect(contents()).not.toContain('README.md');
  });

  it('is fetched and verified by fetch, which replaces what is damaged', async () => {
    const { env, snapshot } = await hubWith(LAYOUTS.Pyserini!.files);
    const fetch = (...more: string[]) =>
      r2med(['fetch', '--data', 'hub:Tests/Joints', '--json', ...more], { env });
    expect(JSON.parse((await fetch()).stdout).tasks[0]).toMatchObject({
      task: 'Joints',
      state: 'fetched',
      path: snapshot,
    });
    const file = join(snapshot, 'queries.tsv');
    const whole = readFileSync(file);
    writeFileSync(
      file,
      whole.map((byte) => byte ^ 1),
    );
    expect(JSON.parse((await fetch('--verify', '--offline')).stdout).tasks[0].state).toBe('damaged');
    expect(JSON.parse((await fetch('--verify')).stdout).tasks[0].state).toBe('fetched');
    expect(readFileSync(file)).toEqual(whole);
  });

  it('reads one split and one configuration, and fetches no other', async () => {
    const queries = (text: string) =>
      `{"id": "1", "query": "${text}", "gold_ids": ["11"], "excluded_ids": ["N/A"]}\n`;
    const documents = '{"id": "11", "content": "Urate"}\n{"id": "12", "content": "Iron"}\n';
    const files = {
      'documents/toes.jsonl': documents,
      'documents/knees.jsonl': documents,
      'examples/toes.jsonl': queries('urate'),
      'examples/knees.jsonl': queries('iron'),
    };
    const { run, record, contents } = await hubWith(files);
    const unnamed = await run('hub:Tests/Joints');
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringContaining('name one of them, as hub:Tests/Joints#knees'),
    ]);
    expect((await run('hub:Tests/Joints#toes')).code).toBe(0);
    expect(record().task).toMatchObject({ name: 'Joints', split: 'toes' });
    expect(contents().sort()).toEqual(['documents/toes.jsonl', 'examples/toes.jsonl']);
    const none = await run('hub:Tests/Joints#hips');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no split "hips"')]);
  });

  it('reads the configuration that is named, with --columns where its files are unclear', async () => {
    const { files } = LAYOUTS.Pyserini!;
    const all = Object.entries(files).flatMap(([name, content]): [string, string | Uint8Array][] => [
      [`toes/${name}`, content],
      [`knees/${name}`, content],
    ]);
    const extra = { 'toes/queries-es.tsv': '1\t¿Por qué?\n2\t¿Quién?\n' };
    const { run, contents } = await hubWith({ ...Object.fromEntries(all), ...extra });
    const unclear = await run('hub:Tests/Joints:toes');
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('could be the queries')]);
    const { code } = await run('hub:Tests/Joints:toes', '--columns', 'queries=toes/queries.tsv');
    expect([code, contents().every((file) => file.startsWith('toes/'))]).toEqual([0, true]);
    const none = await run('hub:Tests/Joints:hips');
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('no files of a configuration "hips"'),
    ]);
  });

  it('is opened again by what reads records', async () => {
    const { run, env, out } = await hubWith(MTEB);
    await run('hub:Tests/Joints');
    const call = [
      'compare',
      'bm25-lucene',
      'bm25-lucene',
      '--results',
      out,
      '--slice',
      'query-length',
      '--json',
    ];
    const { code, stdout } = await r2med(call, { env });
    expect([code, JSON.parse(stdout).systems[0].slices.length]).toEqual([0, 1]);
  });

  it('says what is missing where there is no network, and what a hub without such a dataset means', async () => {
    const { run, env } = await hubWith(MTEB);
    const offline = await run('hub:Tests/Joints', '--offline');
    expect([offline.code, offline.stderr]).toEqual([1, expect.stringContaining('offline')]);
    const other = await r2med(['fetch', '--data', 'hub:Tests/Hips'], { env });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('cannot fetch Tests/Hips')]);
  });

  it.each(['hub:', 'hub:a', 'hub:a/b/c', 'hub:../b', 'hub:a/..', 'hub:a/b:', 'hub:a/b#', 'hub:a/b:c:d'])(
    'is refused where it names no dataset: %s',
    async (data) => {
      const { code, stderr } = await r2med(['run', '--data', data, '--retriever', 'bm25']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('hub:mteb/nfcorpus')]);
    },
  );
});

describe('files of a repository', () => {
  it.each([
    '../corpus.jsonl',
    'a/../b.jsonl',
    '/etc/passwd',
    'a\\..\\b.jsonl',
    '.hidden/a.jsonl',
    'README.md',
    'load.py',
  ])('are no data: %s', (path) => expect(isDatasetPath(path)).toBe(false));

  it('of a real layout are chosen: all of MTEB but its other splits', () => {
    const paths = [
      ...['corpus/corpus-00000-of-00002.parquet', 'corpus/corpus-00001-of-00002.parquet'],
      ...[
        'queries/queries-00000-of-00001.parquet',
        'data/train-00000-of-00001.parquet',
        'data/test-00000-of-00001.parquet',
      ],
    ];
    const chosen = datasetFiles('hub:a/b', parseHubDataset('hub:a/b'), paths);
    expect(chosen).toEqual(paths.filter((path) => !path.includes('train')));
    expect(existsSync('corpus')).toBe(false);
  });
});
