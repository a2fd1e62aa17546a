import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT, shell } from '../support/action-runner.js';
import { temporaryFolder } from '../support/command.js';
import { type CommentsServer, commentsServer } from '../support/comments-server.js';

const RUN = '--suite sample --task Biology --quiet --system';
const GOOD = `${RUN} "hyde(sample-writer) > bm25"`;

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}

/** The job of the template with these inputs, as GitLab makes it. */
const jobWith = (inputs: Readonly<Record<string, string>>): Job => {
  const text = readFileSync(join(ROOT, 'templates', 'gate.yml'), 'utf8');
  const [head, body] = parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  const declared = head.spec.inputs as Readonly<Record<string, { readonly default: string }>>;
  const put = (each: string): string =>
    each.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => inputs[name] ?? declared[name]!.default);
  const job = body['$[[ inputs.job ]]'] as Job;
  return {
    variables: Object.fromEntries(Object.entries(job.variables).map(([name, each]) => [name, put(each)])),
    script: job.script.map(put),
  };
};

let server: CommentsServer;
const bin = temporaryFolder();
const home = temporaryFolder();

/** Runs the script of the job, line by line; npm is one that installs this package. */
const run = async (inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) => {
  const cwd = temporaryFolder();
  const { variables, script } = jobWith(inputs);
  const project = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    R2MED_HOME: join(home, 'r2med'),
    GITLAB_CI: 'true',
    CI_API_V4_URL: `${server.url}/api/v4`,
    CI_PROJECT_ID: '42',
    CI_JOB_NAME: 'r2med-gate',
    CI_JOB_TOKEN: 'job',
    CI_JOB_URL: 'https://gitlab.test/job/1',
    CI_COMMIT_SHA: 'abc1234',
    CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.test/clinic/search',
  };
  const { code, log } = await shell(script.join('\n'), cwd, { ...project, ...variables, ...env });
  return { code, log, file: (name: string) => join(cwd, 'r2med-gate', name) };
};

const MAIN = { CI_COMMIT_REF_NAME: 'main' };
const MERGE = {
  CI_COMMIT_REF_NAME: 'change',
  CI_MERGE_REQUEST_IID: '5',
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  GITLAB_TOKEN: 'token',
};

beforeAll(async () => {
  server = await commentsServer();
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "npm $*"\nmkdir -p "$3/node_modules"\nln -s '${ROOT}' "$3/node_modules/r2med"\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
});
afterAll(() => server.close());
beforeEach(() => {
  for (const list of [server.requests, server.comments, server.refusals]) list.length = 0;
});

describe('the GitLab template', () => {
  it('on the main branch: keeps the results as one file of the artefacts', async () => {
    const { code, log, file } = await run({ run: GOOD, 'fail-if-worse': 'nDCG@10' }, MAIN);
    expect([code, log]).toEqual([0, expect.stringMatching(/^npm install .* r2med@latest$/m)]);
    expect(server.requests).toEqual([
      'GET /api/v4/projects/42/jobs/artifacts/main/raw/r2med-gate/results.tar.gz?job=r2med-gate',
    ]);
    server.archive = readFileSync(file('results.tar.gz'));
    expect(readFileSync(file('comment.md'), 'utf8')).toContain('### r2med: no baseline yet');
  });

  it('on a merge request: compares, comments once and updates it, writes JUnit', async () => {
    const same = await run({ run: GOOD, 'fail-if-worse': 'nDCG@10' }, MERGE);
    expect([same.code, server.comments]).toEqual([
      0,
      [{ id: 1, body: expect.stringMatching(/^<!-- r2med compare: r2med -->\n### r2med: passed/) }],
    ]);
    expect(readFileSync(same.file('junit.xml'), 'utf8')).toContain('tests="1" failures="0"');
    expect(existsSync(same.file('results.tar.gz'))).toBe(false);
    const worse = await run({ run: `${RUN} bm25`, 'fail-if-worse': 'nDCG@10' }, MERGE);
    expect([worse.code, server.comments]).toEqual([
      1,
      [{ id: 1, body: expect.stringContaining('### r2med: failed') }],
    ]);
    expect(server.requests.at(-1)).toBe('PUT /api/v4/projects/42/merge_requests/5/notes/1');
  });

  it('without a token, or with one that may not comment, the verdict stays what it is', async () => {
    const given = { run: `${RUN} bm25`, 'fail-below': 'nDCG@10=0.1,Recall@100=0.5' };
    const none = await run(given, { ...MERGE, GITLAB_TOKEN: '' });
    expect([none.code, none.log]).toEqual([0, expect.stringContaining('it needs a variable GITLAB_TOKEN')]);
    const wrong = await run(given, { ...MERGE, GITLAB_TOKEN: 'other' });
    expect([wrong.code, wrong.log]).toEqual([0, expect.stringContaining('answered 401')]);
    expect(server.comments).toEqual([]);
  });

  it('an archive that cannot be read is a failure, not a missing baseline', async () => {
    server.refusals.push({ status: 403 });
    const { code, log } = await run({ run: GOOD }, MERGE);
    expect([code, log]).toEqual([1, expect.stringContaining('results.tar.gz answered 403')]);
  });
});
