import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { etagOf } from '../../../test/support/hub-server.js';
import { CORPUS, TINY, tinyHub, tinyRow } from '../../../test/support/tiny-hub.js';
import { jsonl } from '../../../test/support/written-folder.js';
import { InputError, WorkError } from '../../core/index.js';
import { openRow } from '../open-task.js';
import { taskEntry } from '../task-registry.js';
import { ensureTask, fetchTask, fetchTasks, mustBeThere } from './fetch-task.js';

const PARTS = ['corpus.jsonl', 'query.jsonl', 'qrels.jsonl'];

describe('fetching a task', () => {
  it('leaves its files in the layout of Python’s cache and reports them', async () => {
    const { row: entry, tools, options, folder, blobs, incomplete } = await tinyHub();
    const report = await fetchTask(entry, tools, options);
    expect(report).toMatchObject({ task: 'Tiny', suite: 'tests', state: 'fetched', path: folder });
    expect(report.files.map(({ name, state }) => [name, state])).toEqual(
      PARTS.map((name) => [name, 'fetched']),
    );
    for (const { name, path, bytes } of report.files) {
      const file = TINY[name]!;
      expect(readFileSync(path, 'utf8')).toBe(file.content);
      expect(bytes).toBe(Buffer.byteLength(file.content));
      expect(readlinkSync(path)).toBe(`../../blobs/${etagOf(file)}`);
      expect(lstatSync(join(blobs, etagOf(file))).isFile()).toBe(true);
    }
    expect(report.bytes).toBe(report.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(incomplete()).toEqual([]);
    expect((await openRow(entry, { env: options.env })).queries).toHaveLength(2);
  });

  it('asks for the three files at once, then for each', async () => {
    const { server, row: entry, tools, options } = await tinyHub();
    await fetchTask(entry, tools, options);
    expect(server.requests.map(({ place, host }) => `${host} ${place}`)).toEqual([
      'hub paths-info',
      'hub resolve',
      'other content',
      'hub resolve',
      'hub content',
      'hub resolve',
      'hub content',
    ]);
  });

  it('makes no request for what is there already', async () => {
    const { server, row: entry, tools, options } = await tinyHub();
    await fetchTask(entry, tools, options);
    const before = server.requests.length;
    const report = await fetchTask(entry, tools, options);
    expect(report.state).toBe('already there');
    expect(report.files.every(({ state }) => state === 'already there')).toBe(true);
    expect(server.requests).toHaveLength(before);
  });

  it('asks only for the file that is missing', async () => {
    const { server, row: entry, tools, options, folder } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'query.jsonl'));
    server.misbehave('content', { status: 500 });
    const report = await fetchTask(entry, tools, options);
    expect(report.files.map(({ state }) => state)).toEqual(['already there', 'fetched', 'already there']);
    // Its blob was still there.
    expect(server.requests.slice(7).map(({ place }) => place)).toEqual(['paths-info']);
  });

  it('takes qrels.txt where there is no qrels.jsonl', async () => {
    const { 'qrels.jsonl': _, ...others } = TINY;
    const files = { ...others, 'qrels.txt': { content: 'q1 0 d1 1\nq2 0 d2 1\n' } };
    const { row: entry, tools, options } = await tinyHub(files);
    const report = await fetchTask(entry, tools, options);
    expect(report.files.map(({ name }) => name)).toEqual(['corpus.jsonl', 'query.jsonl', 'qrels.txt']);
  });

  it('replaces a link whose blob was deleted', async () => {
    const { row: entry, tools, options, folder, blobs } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(blobs, etagOf(CORPUS)));
    expect((await fetchTask(entry, tools, options)).files[0]!.state).toBe('fetched');
    expect(readFileSync(join(folder, 'corpus.jsonl'), 'utf8')).toBe(CORPUS.content);
  });

  it('replaces a blob that does not hold what its name says', async () => {
    const { row: entry, tools, options, folder, blobs } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'corpus.jsonl'));
    writeFileSync(join(blobs, etagOf(CORPUS)), 'half of i');
    await fetchTask(entry, tools, options);
    expect(readFileSync(join(folder, 'corpus.jsonl'), 'utf8')).toBe(CORPUS.content);
    expect(tools.notes.at(-2)).toMatch(/^Tiny: .*is damaged \(9 bytes\); replacing it$/);
  });

  it('a repository without one of the files is a failure that names file, repository and revision', async () => {
    const { 'corpus.jsonl': _, ...others } = TINY;
    const { row: entry, tools, options } = await tinyHub(others);
    const error = await failure(fetchTask(entry, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(
      /^cannot fetch Tests\/Tiny at revision 0123456789abcdef\w+: it has no corpus\.jsonl/,
    );
  });
});

describe('the counts of a fetched task', () => {
  const counts = { queries: 3, documents: 40, uniqueDocuments: 40, judgements: 7 };

  it('that differ from the catalogue are a failure with both numbers', async () => {
    const { tools, options } = await tinyHub();
    const error = await failure(fetchTask(tinyRow({ counts }), tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/2 queries and 2 judgements; expected 3 queries and 7 judgements/);
  });

  it('that differ because a file is damaged are mended', async () => {
    const { server, row: entry, tools, options, folder } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'query.jsonl'));
    writeFileSync(join(folder, 'query.jsonl'), jsonl({ id: 'q1', text: 'which finding?' }));
    const before = server.requests.length;
    const report = await fetchTask(entry, tools, options);
    expect(report.files.map(({ state }) => state)).toEqual(['already there', 'fetched', 'already there']);
    expect(readFileSync(join(folder, 'query.jsonl'), 'utf8')).toBe(TINY['query.jsonl']!.content);
    expect(server.requests.slice(before).map(({ place }) => place)).toEqual(['paths-info']);
    expect(tools.notes.at(-2)).toMatch(/query\.jsonl is not what the hub lists; replacing it/);
  });

  it('that differ offline are a failure', async () => {
    const { row: entry, tools, options, folder } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'query.jsonl'));
    writeFileSync(join(folder, 'query.jsonl'), jsonl({ id: 'q1', text: 'which finding?' }));
    const error = await failure(fetchTask(entry, tools, { ...options, offline: true }));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(/1 queries; expected 2 queries/);
  });

  it('that differ are what is reported when the hub cannot be asked why', async () => {
    const { server, row: entry, tools, options, folder } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'query.jsonl'));
    writeFileSync(join(folder, 'query.jsonl'), jsonl({ id: 'q1', text: 'which finding?' }));
    server.misbehave('paths-info', { status: 401 });
    expect((await failure(fetchTask(entry, tools, options))).message).toMatch(
      /1 queries; expected 2 queries/,
    );
  });

  it('are left to others when asked', async () => {
    const { tools, options } = await tinyHub();
    expect((await fetchTask(tinyRow({ counts }), tools, { ...options, verify: false })).state).toBe(
      'fetched',
    );
  });
});

describe('offline', () => {
  it.each([
    ['as an option', { offline: true }, {}],
    ['in the environment', {}, { HF_HUB_OFFLINE: '1' }],
  ])('%s, it reports what is missing and makes no request', async (_, option, settings) => {
    const { server, row: entry, tools, options, folder } = await tinyHub(TINY, settings);
    const report = await fetchTask(entry, tools, { ...options, ...option, generations: ['hyde/gpt4'] });
    expect(report).toMatchObject({ state: 'missing', bytes: 0 });
    expect(report.files.map(({ state, path }) => [state, path])).toEqual(
      [...PARTS, 'hyde/gpt4/query_with_hydoc.jsonl'].map((name) => ['missing', join(folder, name)]),
    );
    expect(server.requests).toEqual([]);
    expect(() => mustBeThere([report])).toThrow(WorkError);
  });

  it('a missing file is named with its address and its place', async () => {
    const { server, row: entry, tools, options, folder } = await tinyHub();
    await fetchTask(entry, tools, options);
    rmSync(join(folder, 'query.jsonl'));
    const error = await failure(ensureTask(entry, tools, { ...options, offline: true }));
    expect(error.message).toContain('1 file of Tiny is not on this machine');
    expect(error.message).toContain(`${server.endpoint}/datasets/Tests/Tiny/resolve/0123456789abcdef`);
    expect(error.message).toContain(`→ ${join(folder, 'query.jsonl')}`);
    expect(error.message).not.toContain('corpus.jsonl');
  });
});

describe('a task is ensured', () => {
  it('by fetching it without opening it', async () => {
    const { server, tools, options, folder } = await tinyHub();
    const entry = tinyRow({ counts: { queries: 1, documents: 1, uniqueDocuments: 1, judgements: 1 } });
    await ensureTask(entry, tools, options);
    expect(existsSync(join(folder, 'corpus.jsonl'))).toBe(true);
    const before = server.requests.length;
    await ensureTask(entry, tools, options);
    expect(server.requests).toHaveLength(before);
  });
});

describe('tasks that are not on the hub', () => {
  it('those of suite sample come with the package', async () => {
    const { tools, options } = await tinyHub();
    const report = await fetchTask(taskEntry('sample', 'Biology'), tools, options);
    expect(report).toMatchObject({ state: 'comes with the package', files: [] });
    expect(existsSync(report.path)).toBe(true);
  });
});

describe('without a network', () => {
  it('the error says which files of all tasks to put where, and how to name a mirror', async () => {
    const { server, row: entry, tools, options, folder, waits } = await tinyHub();
    await server.close();
    const biology = taskEntry('r2med', 'Biology');
    const error = await failure(fetchTasks([entry, biology], tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/^cannot fetch Tests\/Tiny .*: the connection was refused/);
    expect(error.message).toContain('HF_ENDPOINT');
    expect(error.message).toContain('put 6 files there by hand');
    for (const name of PARTS) {
      expect(error.message).toContain(`→ ${join(folder, name)}`);
      expect(error.message).toContain(
        `datasets--R2MED--Biology/snapshots/8b9fec2db9eda4b5742d03732213fbaee8169556/${name}`,
      );
    }
    expect(waits).toEqual([375, 750, 1500, 3000]);
  });
});

it('a hub that is out of reach when nothing is missing asks for no files by hand', async () => {
  const { server, row: entry, tools, options } = await tinyHub();
  await fetchTask(entry, tools, options);
  await server.close();
  const error = await failure(fetchTask(entry, tools, { ...options, generations: ['all'] }));
  expect(error.message).toContain('check the network');
  expect(error.message).not.toContain('by hand');
});

describe('a cache that cannot be written', () => {
  it('is a failure that names it and HF_HOME', async () => {
    const { row: entry, tools, options, env } = await tinyHub();
    writeFileSync(join(env.HF_HOME!, 'hub'), 'a file where the folder should be');
    const error = await failure(fetchTask(entry, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain(`cannot write to the hub cache ${join(env.HF_HOME!, 'hub')}`);
    expect(error.message).toContain('set HF_HOME');
  });
});
