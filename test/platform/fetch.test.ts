import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { taskEntry } from '../../src/tasks/index.js';
import { fetched, outcome, start } from '../support/fetching.js';
import { etagOf, type HubServer, type ServedFile, startHub } from '../support/hub-server.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const TOKEN = 'hf_abcdefghijklmnopqrstuvwxyz';

const { counts, source } = taskEntry('r2med', 'Biology');
const revision = source.from === 'hub' ? source.revision : '';

/** As many documents, queries and judgements as the real task has, and nothing of it. */
const numbered = (count: number, letter: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `${letter}${i}`, text: `${letter} ${i}` }));
const corpus: ServedFile = { content: jsonl(...numbered(counts.documents, 'd')), lfs: true };
const FILES: Readonly<Record<string, ServedFile>> = {
  'corpus.jsonl': corpus,
  'query.jsonl': { content: jsonl(...numbered(counts.queries, 'q')) },
  'qrels.jsonl': {
    content: jsonl(
      ...Array.from({ length: counts.judgements }, (_, i) => ({
        q_id: `q${i % counts.queries}`,
        p_id: `d${i}`,
        score: 1,
      })),
    ),
  },
  'hyde/gpt4/query_with_hydoc.jsonl': { content: jsonl({ id: 'q0', text: 'q 0', hy_doc: 'written' }) },
};

/** As long as the corpus, so that only its hash tells. */
const WRONG = 'x'.repeat(Buffer.byteLength(corpus.content));

interface Setting {
  readonly server: HubServer;
  readonly env: NodeJS.ProcessEnv;
  readonly repository: string;
  readonly snapshot: string;
}

const setting = async (files = FILES): Promise<Setting> => {
  const server = await startHub('R2MED/Biology', revision, files);
  onTestFinished(server.close);
  const home = writtenFolder();
  const { PATH } = process.env;
  const repository = join(home, 'hub', 'datasets--R2MED--Biology');
  return {
    server,
    env: {
      PATH,
      HF_HOME: home,
      R2MED_HOME: join(home, 'r2med'),
      HF_ENDPOINT: server.endpoint,
      HF_TOKEN: TOKEN,
    },
    repository,
    snapshot: join(repository, 'snapshots', revision),
  };
};

const unfinished = (repository: string): readonly string[] =>
  existsSync(join(repository, 'blobs'))
    ? readdirSync(join(repository, 'blobs'))
        .filter((name) => name.endsWith('.incomplete'))
        .map((name) => join(repository, 'blobs', name))
    : [];

const corpusRanges = ({ requests }: HubServer): readonly (string | undefined)[] =>
  requests
    .filter(({ place, file }) => place === 'content' && file === 'corpus.jsonl')
    .map(({ range }) => range);

describe('r2med fetch', () => {
  it('prints results on stdout and nothing else, and asks for nothing twice', async () => {
    const { server, env, snapshot } = await setting();
    const words = ['--task', 'Biology', '--generations', 'hyde/gpt4', '--json'];
    const first = await fetched(env, ...words);
    expect(first.stderr).toBe('Biology: 4 files fetched and checked\n');
    expect(first.code).toBe(0);
    const { tasks } = JSON.parse(first.stdout);
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ task: 'Biology', suite: 'r2med', state: 'fetched', path: snapshot });
    expect(tasks[0].files.map(({ name }: { name: string }) => name)).toEqual(Object.keys(FILES));
    const asked = server.requests.length;
    const second = await fetched(env, ...words);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout).tasks[0].state).toBe('already there');
    expect(server.requests).toHaveLength(asked);
  });

  it('prints a table with task, files, bytes, state and path', async () => {
    const { env, snapshot } = await setting();
    const { stdout } = await fetched(env, '--task', 'biology');
    expect(stdout).toMatch(/^task +files +bytes +state\b/);
    expect(stdout).toMatch(/^Biology +3 +\d+\.\d MB +fetched/m);
    expect(stdout).toContain(snapshot);
  });

  it.each([
    ['SIGKILL', null, ''],
    ['SIGINT', 130, 'stopped before the end'],
  ] as const)(
    'ended by %s in the midst of a download, goes on at the byte it had',
    async (signal, code, told) => {
      const { server, env, repository, snapshot } = await setting();
      const half = Buffer.byteLength(corpus.content) >> 1;
      server.misbehave('content:corpus.jsonl', { hangAfter: half });
      const child = start(env, '--task', 'Biology', '--json');
      await expect
        .poll(() => unfinished(repository).map((path) => statSync(path).size), { timeout: 30_000 })
        .toEqual([half]);
      const ended = outcome(child);
      child.kill(signal);
      expect(await ended).toEqual({ code, stdout: '', stderr: expect.stringContaining(told) });
      expect(existsSync(snapshot)).toBe(false);
      expect(unfinished(repository)).toHaveLength(1);
      const second = await fetched(env, '--task', 'Biology', '--json');
      expect(second.code).toBe(0);
      expect(corpusRanges(server)).toEqual([undefined, `bytes=${half}-`]);
      expect(readFileSync(join(snapshot, 'corpus.jsonl'), 'utf8')).toBe(corpus.content);
      expect(unfinished(repository)).toEqual([]);
    },
  );

  it('twice at the same time leaves one whole copy', async () => {
    const { env, repository, snapshot } = await setting();
    const both = await Promise.all([1, 2].map(() => outcome(start(env, '--task', 'Biology', '--json'))));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(readFileSync(join(snapshot, 'corpus.jsonl'), 'utf8')).toBe(corpus.content);
    expect(readdirSync(join(repository, 'blobs')).sort()).toEqual(
      ['corpus.jsonl', 'query.jsonl', 'qrels.jsonl'].map((name) => etagOf(FILES[name]!)).sort(),
    );
  });

  it('fails with both numbers when the task is not the one in the catalogue', async () => {
    const { env } = await setting({ ...FILES, 'query.jsonl': { content: jsonl({ id: 'q0', text: 'q' }) } });
    const { code, stdout, stderr } = await fetched(env, '--task', 'Biology');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/1 queries; expected 103 queries/);
  });

  it('never prints the token, whatever goes wrong', async () => {
    const { server, env } = await setting();
    server.misbehave('paths-info', { status: 401 });
    server.misbehave('content:corpus.jsonl', { instead: WRONG }, { instead: WRONG });
    const outputs = [];
    for (const debug of ['', '1'])
      outputs.push(
        await fetched({ ...env, R2MED_DEBUG: debug }, '--task', 'Biology', '--generations', 'all'),
      );
    expect(outputs.map(({ code }) => code)).toEqual([1, 1]);
    expect(outputs[0]!.stderr).toContain('the token of HF_TOKEN was sent');
    expect(outputs[1]!.stderr).toContain('twice sent corpus.jsonl');
    expect(JSON.stringify(outputs)).not.toContain(TOKEN.slice(3));
    expect(server.requests.filter(({ host }) => host === 'other').every((sent) => !sent.authorization)).toBe(
      true,
    );
  });

  it('--quiet leaves stderr to errors', async () => {
    const { server, env } = await setting();
    server.misbehave('content:corpus.jsonl', { instead: WRONG });
    const { code, stderr } = await fetched(env, '--task', 'Biology', '--quiet');
    expect([code, stderr]).toEqual([0, '']);
    expect(corpusRanges(server)).toHaveLength(2);
  });
});

describe('r2med fetch --offline', () => {
  it('lists what is missing and where it belongs, and exits with 1', async () => {
    const { server, env, snapshot } = await setting();
    const { code, stdout, stderr } = await fetched(env, '--task', 'Biology', '--offline', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).tasks[0]).toMatchObject({ state: 'missing', bytes: 0 });
    for (const name of ['corpus.jsonl', 'query.jsonl', 'qrels.jsonl'])
      expect(stderr).toContain(`→ ${join(snapshot, name)}`);
    expect(server.requests).toEqual([]);
  });

  it('covers all eight tasks by default', async () => {
    const { env } = await setting();
    const { code, stdout, stderr } = await fetched({ ...env, HF_HUB_OFFLINE: '1' });
    expect(code).toBe(1);
    expect(stdout.match(/missing/g)).toHaveLength(8);
    expect(stderr).toContain('24 files of Biology, Bioinformatics, ');
  });

  it('is content with what is there', async () => {
    const { server, env } = await setting();
    await fetched(env, '--task', 'Biology');
    await server.close();
    const { code, stdout } = await fetched(env, '--task', 'Biology', '--offline', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tasks[0].state).toBe('already there');
  });

  it('takes files that were put there by hand', async () => {
    const { env, snapshot } = await setting();
    await fetched(env, '--task', 'Biology');
    for (const name of readdirSync(snapshot)) {
      rmSync(join(snapshot, name));
      writeFileSync(join(snapshot, name), FILES[name]!.content);
    }
    expect((await fetched(env, '--task', 'Biology', '--offline')).code).toBe(0);
  });
});

describe('r2med fetch of other suites', () => {
  it('sample comes with the package', async () => {
    const { server, env } = await setting();
    const { code, stdout, stderr } = await fetched(env, '--suite', 'sample');
    expect(code).toBe(0);
    expect(stdout).toContain('comes with the package');
    expect(stderr).toBe('suite sample comes with the package: nothing to fetch\n');
    expect(server.requests).toEqual([]);
  });

  it.each([
    [['--suite', 'r2med2'], /unknown suite "r2med2".*\n.*did you mean "r2med"/],
    [['--task', 'Bilogy'], /unknown task "Bilogy".*\n.*did you mean "Biology"/],
    [['--task', 'Biology', '--generations', 'hyde'], /generations "hyde"; expected METHOD\/LLM/],
    [['--task', 'Biology', '--generations', 'hyde/gtp4'], /expected one of hyde\/gpt4\n.*--generations new/],
  ])('%j is refused with what is known', async (words, message) => {
    const { env } = await setting();
    const { code, stderr } = await fetched(env, ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
