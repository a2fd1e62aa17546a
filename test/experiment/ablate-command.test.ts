import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const cwd = temporaryFolder();
const call = (line: string, ...more: string[]) =>
  r2med(['run', '--suite', 'sample', ...line.split(' '), ...more], {
    cwd,
    env: { R2MED_HOME: join(cwd, 'home') },
  });
const SYSTEM = 'hyde(sample-writer) > rm3 > bm25 > top(20)';

it('runs a system without each of its parts and says what each gains, with interval and tests', async () => {
  const tasks = '--task Biology --task MedQA-Diag --ablate';
  const { code, stdout } = await call(`${tasks} --json --quiet`, '--system', SYSTEM);
  expect(code).toBe(0);
  const { ablation, rows } = JSON.parse(stdout) as {
    ablation: Record<string, unknown>[];
    rows: { name: string }[];
  };
  expect(ablation.map(({ system, part, without }) => [system, part, without])).toEqual([
    [SYSTEM, 'hyde(sample-writer)', 'rm3 > bm25 > top(20)'],
    [SYSTEM, 'rm3', 'hyde(sample-writer) > bm25 > top(20)'],
    [SYSTEM, 'top(20)', 'hyde(sample-writer) > rm3 > bm25'],
  ]);
  expect(rows).toHaveLength(4);
  const [hyde, , top] = ablation;
  expect(hyde).toMatchObject({ mean: 'mean of tasks', interval: { low: expect.any(Number) } });
  expect(Number(hyde!.difference)).toBeGreaterThan(0.5);
  expect(Number(hyde!.holm)).toBeGreaterThanOrEqual(Number(hyde!.p));
  expect(top).toMatchObject({ difference: 0, p: 1 });

  const table = await call(tasks, '--system', SYSTEM);
  expect(table.stdout).toMatch(/^nDCG@10, part, mean of tasks +without it +gain +95 % interval +p +Holm$/m);
  expect(table.stdout).toMatch(/^hyde\(sample-writer\) +\d+\.\d\d +\+\d+\.\d\d /m);
});

it('is planned before anything runs, and refused where there is nothing to leave out', async () => {
  const { stdout } = await call('--task Biology --ablate --dry-run', '--system', 'rrf(bm25, lsa)');
  expect(stdout.trim().split('\n').sort()).toEqual([
    'Biology: bm25',
    'Biology: lsa',
    'Biology: rrf(bm25, lsa)',
  ]);
  const nothing = await call('--task Biology --ablate --retriever bm25');
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing can be left out')]);
});
