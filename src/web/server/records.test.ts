import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { result } from '../../../test/support/made-result.js';
import { writeResult } from '../../experiment/results/index.js';
import { recordReader } from './records.js';

let results: string;
const folder = (task: string): string => join(results, 'bm25', task);

beforeEach(async () => {
  results = temporaryFolder();
  for (const task of ['one', 'two']) {
    const { record, queries } = result('bm25', task, [0, 1]);
    const provenance = { ...record.provenance, at: '2026-01-01T00:00:00.000Z' };
    await writeResult(folder(task), { record: { ...record, provenance }, queries }, new Map());
  }
});

it('reads no rankings: they are many times as large, and are compared with their seals when they are read', async () => {
  appendFileSync(join(folder('one'), 'run.trec'), 'changed\n');
  const found = await recordReader([results]).look();
  expect(found.results.map(({ record }) => record.task.name)).toEqual(['one', 'two']);
  expect(found.problems).toEqual([]);
});

it('leaves out a result whose scores were changed, and says so', async () => {
  appendFileSync(join(folder('one'), 'queries.jsonl'), '{}\n');
  const found = await recordReader([results]).look();
  expect(found.results.map(({ record }) => record.task.name)).toEqual(['two']);
  expect(found.problems).toEqual([expect.stringContaining('queries.jsonl')]);
});

it('tells what the last look found until the next one', async () => {
  const records = recordReader([results]);
  const first = await records.last();
  rmSync(folder('two'), { recursive: true });
  mkdirSync(folder('three'));
  expect(await records.last()).toBe(first);
  const second = await records.look();
  expect(second.results).toHaveLength(1);
  expect(second.revision).not.toBe(first.revision);
  expect(await records.look()).toBe(second);
});
