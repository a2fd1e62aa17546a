import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveRunsIn } from '../../src/experiment/results/index.js';
import { r2med, startR2med } from '../support/command.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** A search system that answers the first batch of queries and holds the second back until a file is there. */
const HOLDING = (gate: string): string => `
import { existsSync } from 'node:fs';
let asked = 0;
export const name = 'holding';
export const version = '1';
export const search = async (queries, k) => {
  asked += queries.length;
  while (asked > 32 && !existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));
  return queries.map(() => [{ id: 'd1', score: 2 }, { id: 'd2', score: 1 }]);
};
`;

const QUERIES = Array.from({ length: 40 }, (_, i) => `q${i}`);

const folderWithTask = (): string =>
  writtenFolder({
    'task/corpus.jsonl': jsonl({ id: 'd1', text: 'gout' }, { id: 'd2', text: 'fever' }),
    'task/query.jsonl': jsonl(...QUERIES.map((id) => ({ id, text: 'toe' }))),
    'task/qrels.jsonl': jsonl(...QUERIES.map((id, i) => ({ q_id: id, p_id: i % 2 ? 'd1' : 'd2', score: 1 }))),
  });

it('a run tells how far it is, with scores so far; killed, it is seen to be gone; the next one cleans up', async () => {
  const cwd = folderWithTask();
  const gate = join(cwd, 'go');
  writeFileSync(join(cwd, 'holding.mjs'), HOLDING(gate));
  const out = join(cwd, 'results');
  const args = [
    'run',
    '--data',
    'task',
    '--retriever',
    'module:holding.mjs',
    '--retriever',
    'bm25',
    '--out',
    out,
  ];
  const call = startR2med([...args, '--quiet'], { cwd });
  const found = async () => (await liveRunsIn(out)).flatMap(({ run, alive }) => (alive ? run.work : []));
  await expect
    .poll(async () => (await found()).find(({ answered }) => answered === 32), { timeout: 60_000 })
    .toBeDefined();
  await expect
    .poll(async () => (await found()).find(({ answered }) => answered === 32)?.scores, { timeout: 60_000 })
    .toBeDefined();
  const work = await found();
  const holding = work.find(({ system }) => system !== 'bm25');
  expect(holding).toMatchObject({ state: 'running', task: 'task', queries: 40, answered: 32 });
  // Half of the queries have their document first, half second: (1 + 1 / log2(3)) / 2.
  const { mean, interval } = holding!.scores!['nDCG@10']!;
  expect(mean).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 10);
  expect(interval![0]).toBeLessThan(mean);
  expect(interval![1]).toBeGreaterThan(mean);
  expect(work.find(({ system }) => system === 'bm25')).toMatchObject({ state: 'done', name: 'bm25' });

  call.kill('SIGKILL');
  await call.done;
  expect(await liveRunsIn(out)).toMatchObject([{ alive: false }]);

  writeFileSync(gate, '');
  const { code, stderr } = await r2med([...args, '--quiet'], { cwd });
  expect(code, stderr).toBe(0);
  expect(existsSync(join(out, '.progress'))).toBe(false);
});

it('tells what failed, and why, while the rest of an experiment goes on', async () => {
  const cwd = folderWithTask();
  const gate = join(cwd, 'go');
  writeFileSync(join(cwd, 'holding.mjs'), HOLDING(gate));
  writeFileSync(
    join(cwd, 'failing.mjs'),
    "export const name = 'failing'; export const version = '1'; export const search = () => { throw new Error('out of evidence'); };",
  );
  writeFileSync(
    join(cwd, 'two.yaml'),
    'title: two\ndata: [task]\nout: results\nsystems:\n  - module:failing.mjs\n  - module:holding.mjs\n',
  );
  const call = startR2med(['run', '--experiment', 'two.yaml', '--quiet'], { cwd });
  const states = async () =>
    (await liveRunsIn(join(cwd, 'results'))).flatMap(({ run }) =>
      run.work.map(({ state, reason }) => ({ state, reason })),
    );
  await expect
    .poll(states, { timeout: 60_000 })
    .toContainEqual(expect.objectContaining({ state: 'running' }));
  await expect
    .poll(states, { timeout: 60_000 })
    .toContainEqual({
      state: expect.stringMatching(/failed|incomplete/),
      reason: expect.stringContaining('out of evidence'),
    });
  writeFileSync(gate, '');
  expect((await call.done).code).toBe(1);
});

it('a run that cannot describe itself works all the same', async () => {
  const cwd = folderWithTask();
  const out = writtenFolder({ '.progress': 'not a folder' });
  const { code, stderr } = await r2med(
    ['run', '--data', 'task', '--retriever', 'bm25', '--out', out, '--quiet'],
    { cwd },
  );
  expect(code, stderr).toBe(0);
  expect(existsSync(join(out, 'bm25', 'task', 'record.json'))).toBe(true);
});

it('a run that leaves nothing leaves no folder', async () => {
  const cwd = folderWithTask();
  const { code } = await r2med(
    ['run', '--data', 'task', '--retriever', 'module:none.mjs', '--out', 'results', '--quiet'],
    { cwd },
  );
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'results'))).toBe(false);
});
