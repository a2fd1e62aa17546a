import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { type HubServer, type ServedFile, startHub } from '../../../test/support/hub-server.js';
import { nanoFiles } from '../../../test/support/parquet-table.js';
import { untiring } from '../../../test/support/tiny-hub.js';
import { type TestTools, testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { InputError, WorkError } from '../../core/index.js';
import { openRow, taskStatus } from '../open-task.js';
import { type TaskEntry, taskEntry } from '../task-registry.js';
import type { FetchOptions } from './fetch-report.js';
import { ensureTask, fetchTask, fetchTasks } from './fetch-task.js';

const REPOSITORY = 'Tests/NanoTests';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const LATER = '89abcdef0123456789abcdef0123456789abcdef';

const rows = (text: string) => ({
  documents: { d1: text, d2: 'A torn meniscus.' },
  queries: { q1: 'A hot toe', q2: 'A locked knee' },
  positives: { q1: ['d1'], q2: ['d2'] },
  lists: Object.fromEntries(
    ['bm25', 'harrier_oss_v1_270m', 'reranking_hybrid', 'another_model'].map((config) => [
      config,
      { q1: ['d1', 'd2'], q2: ['d2', 'd1'] },
    ]),
  ),
});

const served = (text = 'Urate crystals.'): Readonly<Record<string, ServedFile<string | Uint8Array>>> => {
  const files = { ...nanoFiles('NanoTestsToe', rows(text)), ...nanoFiles('NanoTestsKnee', rows(text)) };
  const entries = Object.entries(files).map(
    ([path, content]) => [path, { content, lfs: path.startsWith('corpus') }] as const,
  );
  return { ...Object.fromEntries(entries), 'README.md': { content: 'A Nano set.\n' } };
};

const nanoRow = (name: string, changes: Partial<TaskEntry> = {}): TaskEntry => {
  const { characters: _, positivesPerQuery: __, ...biology } = taskEntry('nano', 'Biology');
  return {
    ...biology,
    name,
    suite: 'tests',
    source: { from: 'parquet', repository: REPOSITORY, revision: null, split: `NanoTests${name}` },
    counts: { queries: 2, documents: 2, uniqueDocuments: 2, judgements: 2 },
    ...changes,
  };
};

const PARTS = ['corpus', 'queries', 'qrels', 'bm25', 'harrier_oss_v1_270m', 'reranking_hybrid'];

interface NanoHub {
  readonly server: HubServer;
  readonly tools: TestTools;
  readonly options: FetchOptions & { readonly env: Readonly<Record<string, string>> };
  /** Of the cache. */
  readonly repository: string;
}

const nanoHub = async (
  files = served(),
  home = writtenFolder({}, 'hf'),
  commit = COMMIT,
): Promise<NanoHub> => {
  const server = await startHub(REPOSITORY, commit, files, { branches: ['main'] });
  onTestFinished(server.close);
  const env = { HF_HOME: home, HF_ENDPOINT: server.endpoint };
  return {
    server,
    tools: testTools(),
    options: { env, retryPolicy: untiring() },
    repository: join(home, 'hub', 'datasets--Tests--NanoTests'),
  };
};

describe('fetching a Nano task', () => {
  it('resolves the main branch to a commit, keeps it as Python does, and brings its six files and no more', async () => {
    const { tools, options, repository } = await nanoHub();
    const report = await fetchTask(nanoRow('Toe'), tools, options);
    expect(report).toMatchObject({
      task: 'Toe',
      state: 'fetched',
      path: join(repository, 'snapshots', COMMIT),
    });
    expect(report.files.map(({ name, state }) => [name, state])).toEqual(
      PARTS.map((part) => [`${part}/NanoTestsToe.parquet`, 'fetched']),
    );
    expect(readFileSync(join(repository, 'refs', 'main'), 'utf8')).toBe(COMMIT);
    expect(existsSync(join(report.path, 'another_model'))).toBe(false);
    expect(existsSync(join(report.path, 'corpus', 'NanoTestsKnee.parquet'))).toBe(false);
  });

  it('is a task with the commit for a revision, and lists beside it', async () => {
    const { tools, options } = await nanoHub();
    const entry = nanoRow('Toe');
    await fetchTask(entry, tools, options);
    const task = await openRow(entry, { env: options.env });
    expect(task).toMatchObject({ name: 'Toe', suite: 'tests', revision: COMMIT });
    expect(task.candidateConfigs).toEqual(['bm25', 'harrier_oss_v1_270m', 'reranking_hybrid']);
    expect((await taskStatus(entry, options.env)).state).toBe('present');
    expect((await taskStatus(nanoRow('Knee'), options.env)).state).toBe('absent');
  });

  it('asks which commit the branch is, then for the files at once, then for each', async () => {
    const { server, tools, options } = await nanoHub();
    await fetchTask(nanoRow('Toe'), tools, options);
    expect(server.requests.slice(0, 3).map(({ place }) => place)).toEqual([
      'revision',
      'paths-info',
      'resolve',
    ]);
    // The three lists are the same here, so one blob.
    expect(server.requests.filter(({ place }) => place === 'content')).toHaveLength(4);
  });

  it('again only asks whether the branch has moved; when a task is needed, nothing', async () => {
    const { server, tools, options } = await nanoHub();
    const entry = nanoRow('Toe');
    await fetchTask(entry, tools, options);
    const before = server.requests.length;
    expect((await fetchTask(entry, tools, options)).state).toBe('already there');
    expect(server.requests.slice(before).map(({ place }) => place)).toEqual(['revision']);
    await ensureTask(entry, tools, options);
    expect(server.requests).toHaveLength(before + 1);
  });

  it('of a branch that has moved brings the new commit, and the old one stays', async () => {
    const home = writtenFolder({}, 'hf');
    const first = await nanoHub(served(), home);
    await fetchTask(nanoRow('Toe'), first.tools, first.options);
    const second = await nanoHub(served('Monosodium urate.'), home, LATER);
    const report = await fetchTask(nanoRow('Toe'), second.tools, second.options);
    expect(report.path).toBe(join(second.repository, 'snapshots', LATER));
    expect((await openRow(nanoRow('Toe'), { env: second.options.env })).revision).toBe(LATER);
    expect(existsSync(join(second.repository, 'snapshots', COMMIT, 'corpus'))).toBe(true);
  });

  it('brings only what is missing', async () => {
    const { server, tools, options, repository } = await nanoHub();
    await fetchTask(nanoRow('Toe'), tools, options);
    rmSync(join(repository, 'snapshots', COMMIT, 'bm25', 'NanoTestsToe.parquet'));
    const before = server.requests.length;
    const report = await fetchTask(nanoRow('Toe'), tools, options);
    expect(report.files.filter(({ state }) => state === 'fetched').map(({ name }) => name)).toEqual([
      'bm25/NanoTestsToe.parquet',
    ]);
    expect(server.requests.slice(before).map(({ place }) => place)).toEqual(['revision', 'paths-info']);
  });

  it('mends a damaged file', async () => {
    const { tools, options, repository } = await nanoHub();
    const entry = nanoRow('Toe');
    await fetchTask(entry, tools, options);
    const file = join(repository, 'snapshots', COMMIT, 'queries', 'NanoTestsToe.parquet');
    rmSync(file);
    writeFileSync(file, 'PAR1 half of it');
    expect((await fetchTask(entry, tools, options)).files[1]!.state).toBe('fetched');
    expect((await openRow(entry, { env: options.env })).queries).toHaveLength(2);
  });
});

describe('what was fetched is compared with the catalogue', () => {
  it('other counts are a failure', async () => {
    const { tools, options } = await nanoHub();
    const counts = { queries: 2, documents: 3, uniqueDocuments: 3, judgements: 2 };
    const error = await failure(fetchTask(nanoRow('Toe', { counts }), tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/2 documents and 2 distinct document ids; expected 3 documents/);
  });

  const lengths = {
    query: { min: 9, mean: 11, median: 11, max: 13 },
    document: { min: 15, mean: 15.5, median: 15.5, max: 16 },
  };

  it('texts of the published lengths pass without a word', async () => {
    const { tools, options } = await nanoHub();
    const entry = nanoRow('Toe', { characters: lengths });
    await fetchTask(entry, tools, options);
    expect(tools.notes).toEqual(['Toe: 6 files fetched and checked']);
    expect((await (await openRow(entry, { env: options.env })).statistics()).notes).toEqual([]);
  });

  it('other lengths are told when they come, and stay in the notes of the task', async () => {
    const { tools, options } = await nanoHub();
    const entry = nanoRow('Toe', { characters: { ...lengths, document: { ...lengths.document, max: 17 } } });
    await fetchTask(entry, tools, options);
    const note = 'Characters of a document differ from the published ones: max 16, published 17.';
    expect(tools.notes).toContain(`Toe: ${note}`);
    expect((await (await openRow(entry, { env: options.env })).statistics()).notes).toEqual([note]);
  });
});

describe('without a network', () => {
  it('what is here is used, with a note, when the branch cannot be asked for', async () => {
    const { server, tools, options } = await nanoHub();
    await fetchTask(nanoRow('Toe'), tools, options);
    await server.close();
    const report = await fetchTask(nanoRow('Toe'), tools, options);
    expect(report.state).toBe('already there');
    expect(tools.notes.at(-1)).toMatch(/the connection was refused.*; using the files that are here$/);
  });

  it('what is not here is named, with its place under the branch', async () => {
    const { server, tools, options, repository } = await nanoHub();
    await server.close();
    const error = await failure(fetchTasks([nanoRow('Toe'), nanoRow('Knee')], tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/^cannot fetch Tests\/NanoTests at revision main: /);
    expect(error.message).toContain('put 12 files there by hand');
    expect(error.message).toContain(
      `→ ${join(repository, 'snapshots', 'main', 'corpus', 'NanoTestsToe.parquet')}`,
    );
  });

  it('files that were put there by hand open under the hash of their content', async () => {
    const home = writtenFolder(
      Object.fromEntries(
        Object.entries(nanoFiles('NanoTestsToe', rows('Urate.'))).map(([path, content]) => [
          `hub/datasets--Tests--NanoTests/snapshots/main/${path}`,
          content,
        ]),
      ),
      'hf',
    );
    const task = await openRow(nanoRow('Toe'), { env: { HF_HOME: home } });
    expect(task.revision).toBe(task.contentHash);
  });

  it('offline, it says what is missing and asks nothing', async () => {
    const { server, tools, options } = await nanoHub();
    const report = await fetchTask(nanoRow('Toe'), tools, { ...options, offline: true });
    expect(report.files.map(({ state }) => state)).toEqual(PARTS.map(() => 'missing'));
    expect(server.requests).toEqual([]);
  });
});

it('a repository without the split says so', async () => {
  const { tools, options } = await nanoHub();
  const error = await failure(fetchTask(nanoRow('Elbow'), tools, options));
  expect(error.message).toMatch(/it has no corpus\/NanoTestsElbow\.parquet/);
});

it('a folder that lacks a part is no task, whatever lists it has', async () => {
  const { tools, options, repository } = await nanoHub();
  const entry = nanoRow('Toe');
  await fetchTask(entry, tools, options);
  rmSync(join(repository, 'snapshots', COMMIT, 'qrels'), { recursive: true });
  const status = await taskStatus(entry, options.env);
  expect(status).toMatchObject({ state: 'incomplete', missing: ['qrels/NanoTestsToe.parquet'] });
  expect(await failure(openRow(entry, { folder: status.folder }))).toBeInstanceOf(InputError);
});
