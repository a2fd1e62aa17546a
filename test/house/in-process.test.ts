import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/commands/index.js';
import { startR2med, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const SAMPLE = '--suite sample --task Biology';
const BIOLOGY = fileURLToPath(new URL('../../data/sample/Biology', import.meta.url));
const SERVED = 'served:http://127.0.0.1:9/v1#m';

/** A call of each verb, as short as it can be. Of a verb that is not named here, its help. */
const CALLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(verbs).map((verb) => [verb, `${verb} --help`])),
  run: `run ${SAMPLE} --retriever bm25 --overwrite --quiet`,
  merge: 'merge --results nowhere',
  embed: 'embed --status nowhere',
  generate: `generate ${SAMPLE} --method hyde --llm ${SERVED} --dry-run`,
  prompts: 'prompts import nowhere',
  judge: `judge ${SAMPLE} --method hyde --llm sample-writer --judge ${SERVED} --dry-run`,
  tasks: 'tasks --json',
  models: 'models',
  fetch: 'fetch --task Biology --offline',
  analyze: 'analyze',
  eval: `eval --judgements ${BIOLOGY}/qrels.jsonl --run results/bm25/Biology/run.trec`,
  leaderboard: 'leaderboard',
  export: 'export csv --out tables',
  submit: 'submit --check',
  check: 'check results',
  compare: 'compare bm25 lsa --fail-if-worse nDCG@10',
  audit: `audit Biology --suite sample --only checks`,
  nano: 'nano profile --suite sample --task Biology',
  build: 'build status',
  engine: 'engine status',
  reproduce: 'reproduce --system bm25 --offline',
  doctor: 'doctor',
  explain: `explain ${SAMPLE} --query none --system bm25`,
  search: `search cells ${SAMPLE} --system bm25`,
  web: 'web --port none',
  review: 'review status nowhere',
};

const cwd = temporaryFolder();
const env = { HOME: cwd, R2MED_HOME: `${cwd}/r2med`, HF_HOME: `${cwd}/hf` };
const options = { cwd, env, input: 'Running cells\n' };

beforeAll(async () => {
  const args = `run ${SAMPLE} --retriever bm25,lsa --quiet`.split(' ');
  expect((await r2med(args, options)).code).toBe(0);
});

describe('a call inside the test process', () => {
  it('is tested for every verb', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(Object.keys(verbs).toSorted());
  });

  it.each(Object.values(CALLS))(
    'prints and ends as the shipped program does in its own: %s',
    async (line) => {
      const there = await startR2med(line.split(' '), options).done;
      expect(await r2med(line.split(' '), options)).toEqual(there);
      expect(there.stdout + there.stderr).not.toBe('');
    },
  );

  it('leaves environment, folder, streams, exit code and listeners as they were', async () => {
    const state = () => ({
      ...{ env: { ...process.env }, cwd: process.cwd(), argv: process.argv, exitCode: process.exitCode },
      ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, console },
      listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
    });
    const before = state();
    const failed = await r2med(['run', ...SAMPLE.split(' '), '--retriever', 'bm52'], options);
    expect(failed.code).toBe(2);
    const uncached = ['run', ...SAMPLE.split(' '), '--retriever', 'bm25', '--no-cache', '--overwrite'];
    expect((await r2med(uncached, options)).code).toBe(0);
    const after = state();
    expect(after.env).toEqual(before.env);
    expect(after.listeners).toEqual(before.listeners);
    for (const name of ['cwd', 'argv', 'exitCode', 'stdin', 'stdout', 'stderr', 'console'] as const)
      expect(after[name]).toBe(before[name]);
  });

  it('waits for the call before, so that each has its own environment', async () => {
    const homes = [temporaryFolder(), temporaryFolder()];
    const calls = homes.map((home) => r2med(['tasks', '--json'], { env: { HF_HOME: home } }));
    const printed = (await Promise.all(calls)).map(({ stdout }) => stdout);
    for (const [i, home] of homes.entries()) expect(printed[i]).toContain(home);
    expect(printed[0]).not.toContain(homes[1]);
  });
});
