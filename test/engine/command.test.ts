import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';

const cluster = inject('cluster');
const SAMPLE = ['--suite', 'sample', '--task', 'MedQA-Diag'];
const SYSTEMS = ['bm25', 'bm25-lucene', 'hyde(sample-writer) > bm25'];

it('run leaves the files it leaves without an engine, and a record that compares with them', async () => {
  const out = temporaryFolder();
  const systems = SYSTEMS.flatMap((system) => ['--system', system]);
  const env = { OPENSEARCH_URL: cluster };
  await printedBy(['run', ...SAMPLE, ...systems, '--out', join(out, 'embedded')]);
  await printedBy(['run', ...SAMPLE, ...systems, '--out', join(out, 'engine'), '--engine', 'opensearch'], {
    env,
  });
  for (const system of ['bm25', 'bm25-lucene', 'hyde-sample-writer.bm25']) {
    const file = (where: string, name: string) =>
      readFileSync(join(out, where, system, 'MedQA-Diag', name), 'utf8');
    for (const name of ['run.trec', 'queries.jsonl'])
      expect(file('engine', name)).toBe(file('embedded', name));
    const [there, here] = ['engine', 'embedded'].map((where) => JSON.parse(file(where, 'record.json')));
    expect(there).toMatchObject({ spec: here.spec, fingerprint: here.fingerprint, scores: here.scores });
    expect(there.facts.engine).toMatchObject({
      engine: 'opensearch',
      lucene: expect.any(String),
      replicas: 1,
    });
    expect(JSON.stringify(here.facts)).not.toContain('opensearch');
  }
  const again = await r2med(
    ['run', ...SAMPLE, ...systems, '--out', join(out, 'embedded'), '--engine', 'opensearch'],
    { env },
  );
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('done in')]);
});

it('search and explain show what they show without an engine', async () => {
  const engine = ['--engine', `opensearch:${cluster}`];
  for (const args of [
    ['search', 'stiff shoulders in the morning', ...SAMPLE, '--system', 'bm25', '--json'],
    ['explain', ...SAMPLE, '--query', 'mqa-q04', '--system', 'bm25-lucene', '--json'],
  ])
    expect(await printedBy([...args, ...engine])).toBe(await printedBy(args));
});

it('a cluster that is not there ends the run, and no record is left', async () => {
  const out = temporaryFolder();
  const args = [
    'run',
    ...SAMPLE,
    '--system',
    'bm25',
    '--out',
    out,
    '--engine',
    'opensearch:https://127.0.0.1:9',
  ];
  const { code, stdout, stderr } = await r2med(args);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('the connection was refused')]);
  expect(
    readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('record')),
  ).toEqual([]);
});
