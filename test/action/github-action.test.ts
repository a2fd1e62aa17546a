import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { githubJob, type Job, left, ROOT, runAction } from '../support/action-runner.js';
import { temporaryFolder } from '../support/command.js';
import { type CommentsServer, commentsServer } from '../support/comments-server.js';

const GOOD = '--suite sample --task Biology --system "hyde(sample-writer) > bm25" --quiet';
const POOR = '--suite sample --task Biology --system bm25 --quiet';
const MARKER = '<!-- r2med compare: r2med -->';
const inputs = (run: string, more: Readonly<Record<string, string>> = {}) => ({
  folder: ROOT,
  run,
  'fail-if-worse': 'nDCG@10',
  ...more,
});

let server: CommentsServer;
/** Where artefacts are; the first test stores the baseline there. */
const store = temporaryFolder();
const job = (number?: number): Job => githubJob(server.url, store, number);
const baselineOf = (branch: string, fork = false) => ({
  name: 'r2med-baseline',
  workflow_run: {
    id: fork ? 66 : 6,
    head_branch: branch,
    repository_id: 1,
    head_repository_id: fork ? 2 : 1,
  },
});

/** A pull request with run files alone, of which one of two queries changed: nothing has to be searched. */
const AGREEMENT = { folder: ROOT, 'run-file': 'new.trec', baseline: 'kept/run.trec' };
const STRICT = { ...AGREEMENT, 'fail-if-changed': '0.2' };
const filesJob = (): Job => {
  const pull = job(5);
  writeFileSync(join(pull.cwd, 'new.trec'), 'q1 Q0 d2 1 1 b\nq2 Q0 d1 1 1 b\n');
  mkdirSync(join(pull.cwd, 'kept'));
  writeFileSync(join(pull.cwd, 'kept', 'run.trec'), 'q1 Q0 d1 1 1 a\nq2 Q0 d1 1 1 a\n');
  return pull;
};

beforeAll(async () => {
  server = await commentsServer();
});
afterAll(() => server.close());
beforeEach(() => {
  for (const list of [server.requests, server.comments, server.artifacts, server.refusals]) list.length = 0;
  server.artifacts.push(baselineOf('main', true), baselineOf('other'), baselineOf('main'));
});

describe('the GitHub action', () => {
  it('on the main branch: passes without a baseline, stores one, and comments nowhere', async () => {
    server.artifacts.length = 0;
    const main = job();
    const { code, outputs, summary } = await runAction(inputs(GOOD), main);
    expect([code, outputs]).toEqual([0, { verdict: 'no baseline', store: 'true' }]);
    expect(summary).toMatch(
      /### r2med: no baseline yet\n\nThe next run on main stores one\.\n\n~~~\nnDCG@10 /,
    );
    expect(
      existsSync(join(store, 'r2med-baseline', 'hyde-sample-writer.bm25', 'Biology', 'record.json')),
    ).toBe(true);
    expect(server.requests).toEqual([
      'GET /repos/clinic/search/actions/artifacts?name=r2med-baseline&per_page=100&page=1',
    ]);
    expect(server.comments).toEqual([]);
  });

  it('on a pull request: compares with the baseline of its target, comments, and writes JUnit', async () => {
    const pull = job(5);
    const { code, outputs, summary } = await runAction(inputs(GOOD), pull);
    expect([code, outputs]).toEqual([
      0,
      { verdict: 'passed', 'comment-url': 'https://github.test/comment/1' },
    ]);
    expect(server.comments).toHaveLength(1);
    const { body } = server.comments[0]!;
    expect(body).toMatch(
      /^<!-- r2med compare: r2med -->\n### r2med: passed\n\n- \*\*holds:\*\* nDCG@10 of .* is the same/,
    );
    expect(body).toContain(
      '<sub>Commit abc1234, [log](https://github.test/clinic/search/actions/runs/7)</sub>',
    );
    expect(summary).toBe(`${body}\n`);
    expect(readFileSync(join(pull.cwd, 'r2med-gate', 'junit.xml'), 'utf8')).toContain(
      'tests="1" failures="0"',
    );
  });

  it('the comment of a gate that fails is found behind a page of others and updated', async () => {
    for (let id = 1; id <= 150; id++) server.comments.push({ id, body: `comment ${id} quotes ${MARKER}` });
    server.comments.push({ id: 151, body: `${MARKER}\n### r2med: passed` });
    const { code, outputs } = await runAction(STRICT, filesJob());
    expect([code, outputs]).toEqual([
      1,
      { verdict: 'failed', 'comment-url': 'https://github.test/comment/151' },
    ]);
    expect(server.comments).toHaveLength(151);
    expect(server.comments[150]!.body).toContain(`${MARKER}\n### r2med: failed\n`);
    expect(server.requests).toEqual([
      'GET /repos/clinic/search/issues/5/comments?per_page=100&page=1',
      'GET /repos/clinic/search/issues/5/comments?per_page=100&page=2',
      'PATCH /repos/clinic/search/issues/comments/151',
    ]);
  });

  it('without permission to comment, as in a fork, the verdict stays what it is', async () => {
    server.refusals.push({ status: 403, method: 'POST' });
    const { code, log, outputs, summary } = await runAction(STRICT, filesJob());
    expect([code, outputs]).toEqual([1, { verdict: 'failed' }]);
    expect(log).toMatch(
      /::warning::The comment was not written \(.*\/issues\/5\/comments answered 403\); it needs permissions/,
    );
    expect(summary).toContain('### r2med: failed');
  });

  it('a comment of somebody else that begins with the marker is left alone', async () => {
    server.comments.push({ id: 1, body: `${MARKER}\n### r2med: passed`, foreign: true });
    const { outputs } = await runAction(STRICT, filesJob());
    expect(outputs['comment-url']).toBe('https://github.test/comment/2');
    expect(server.comments[0]!.body).toContain('passed');
  });

  it('errors of the server and limits of requests are asked again', async () => {
    server.refusals.push(
      { status: 502, again: 0 },
      { status: 403, method: 'POST', again: 0 },
      { status: 429, method: 'POST', again: 0 },
    );
    const { outputs } = await runAction({ ...AGREEMENT, 'fail-if-changed': '1' }, filesJob());
    expect(outputs).toEqual({ verdict: 'passed', 'comment-url': 'https://github.test/comment/1' });
  });

  it('a run that cannot start fails, and the comment no longer says passed', async () => {
    server.comments.push({ id: 1, body: `${MARKER}\n### r2med: passed` });
    const pull = job(5);
    const { code } = await runAction(inputs('--suite sample --task Biology --system bm26'), pull);
    expect(code).toBe(2);
    expect(server.comments[0]!.body).toContain('### r2med: failed\n\nThe run did not finish (exit code 2).');
    expect(left(pull, 'junit.xml')).toBe(false);
  });

  it('other content than that of the baseline cannot be compared, which the comment says', async () => {
    const { code } = await runAction(
      inputs('--suite sample --task MedQA-Diag --system bm25 --quiet'),
      job(5),
    );
    expect(code).toBe(2);
    expect(server.comments[0]!.body).toMatch(
      /could not be compared\.\n\n~~~\nr2med: .*expected a task that all of them were run on/,
    );
  });

  it('a broken result of the main branch becomes no baseline, a worse one does', async () => {
    const failed = await runAction(inputs('--suite sample --task Biology --system bm26'), job());
    expect([failed.code, failed.outputs]).toEqual([2, { verdict: 'failed' }]);
    // Not the store of the other tests.
    const worse = await runAction(inputs(POOR), { ...job(), store: copied(store) });
    expect([worse.code, worse.outputs]).toEqual([1, { verdict: 'failed', store: 'true' }]);
  });

  it('thresholds need no baseline; each title has a comment of its own', async () => {
    server.artifacts.length = 0;
    const more = { title: 'floor', 'fail-below': 'nDCG@10=0.1\nRecall@100=0.5\noverlap@10=1' };
    const { code } = await runAction(inputs(POOR, more), job(5));
    expect([code, server.comments[0]!.body]).toEqual([
      0,
      expect.stringContaining('<!-- r2med compare: floor -->'),
    ]);
    expect(server.comments[0]!.body.match(/\*\*holds:\*\*/g)).toHaveLength(2);
    expect(server.requests[0]).toContain('name=r2med-baseline-floor');
  });

  it('run files without judgements: a baseline in the repository, agreement decides', async () => {
    const strict = await runAction(STRICT, filesJob());
    expect([strict.code, server.comments[0]!.body]).toEqual([
      1,
      expect.stringMatching(
        /top 10 of 1 of 2 queries \(0\.5000\)[\s\S]*not whether it became better or worse/,
      ),
    ]);
    expect((await runAction({ ...AGREEMENT, 'fail-if-changed': '0.5' }, filesJob())).code).toBe(0);
  });

  it('a branch keeps the baseline: nothing of the checkout changes', async () => {
    const origin = temporaryFolder();
    const git = (cwd: string, ...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8' });
    git(origin, 'init', '--quiet', '--bare');
    const checkout = ({ cwd }: Job) => {
      git(cwd, 'init', '--quiet');
      git(cwd, 'remote', 'add', 'origin', origin);
      writeFileSync(join(cwd, '.gitignore'), '*.trec\nr2med-gate\n');
      git(cwd, 'add', '.');
      git(cwd, 'commit', '--quiet', '-m', 'start');
    };
    const main = job();
    checkout(main);
    const branch = { baseline: 'branch' };
    expect((await runAction(inputs(GOOD, branch), main)).outputs).toEqual({
      verdict: 'no baseline',
      store: 'true',
    });
    expect((await runAction(inputs(GOOD, branch), main)).outputs).toEqual({
      verdict: 'passed',
      store: 'true',
    });
    expect(git(main.cwd, 'status', '--porcelain')).toBe('');
    expect(git(origin, 'log', '--format=%s', 'r2med-baseline/main')).toBe('Baseline of main at def5678\n');
    const pull = job(5);
    checkout(pull);
    expect((await runAction(inputs(POOR, branch), pull)).outputs.verdict).toBe('failed');
    expect(server.requests.filter((each) => each.includes('artifacts'))).toEqual([]);
    const away = job(5);
    git(away.cwd, 'init', '--quiet');
    const unknown = await runAction(inputs(POOR, branch), away);
    expect([unknown.code, unknown.log]).toEqual([1, expect.stringContaining('git ls-remote origin')]);
  });

  it('installs the version of the action, unless a folder is given', async () => {
    const bin = temporaryFolder();
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh\necho "npm $*"\nmkdir -p "$3/node_modules"\nln -s '${ROOT}' "$3/node_modules/r2med"\n`,
    );
    chmodSync(join(bin, 'npm'), 0o755);
    const { env, ...pull } = job(5);
    const { folder: _, ...given } = inputs(GOOD);
    const { code, log } = await runAction(given, { ...pull, env: { ...env, PATH: `${bin}:${env.PATH}` } });
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect([code, log]).toEqual([
      0,
      expect.stringMatching(new RegExp(`--ignore-scripts r2med@${version}$`, 'm')),
    ]);
  });

  it('several systems in one gate are refused by name', async () => {
    const both = '--suite sample --task Biology --system bm25 --system lsa --quiet';
    const { code, log } = await runAction(inputs(both), job(5));
    expect([code, log]).toEqual([
      2,
      expect.stringContaining('holds 2 systems (bm25, lsa): a gate checks one'),
    ]);
  });
});

const copied = (folder: string): string => {
  const copy = temporaryFolder();
  execFileSync('cp', ['-r', `${folder}/.`, copy]);
  return copy;
};
