import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { result } from '../../../test/support/made-result.js';
import type { Cache, Json } from '../../core/index.js';
import { writeResult } from '../../experiment/results/index.js';
import { queryFiles } from './query-files.js';
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

it('leaves out a record that was changed, and says so', async () => {
  const file = join(folder('one'), 'record.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"nDCG@10": 0.5', '"nDCG@10": 0.6'));
  const found = await recordReader([results]).look();
  expect(found.results.map(({ record }) => record.task.name)).toEqual(['two']);
  expect(found.problems).toEqual([expect.stringContaining('record.json')]);
});

it('finds a byte that was changed while the page is open, though size and date of the file are as before', async () => {
  const records = recordReader([results]);
  const file = join(folder('one'), 'record.json');
  const date = new Date(1_700_000_000_000);
  utimesSync(file, date, date);
  expect((await records.look()).results).toHaveLength(2);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"nDCG@10": 0.5', '"nDCG@10": 0.6'));
  utimesSync(file, date, date);
  const found = await records.look();
  expect(found.results.map(({ record }) => record.task.name)).toEqual(['two']);
  expect(found.problems).toEqual([expect.stringContaining('record.json')]);
});

it('keeps what it read for the next process at its second look: a reader waits for the first', async () => {
  const kept: Json[] = [];
  const cache: Cache = {
    get: async () => undefined,
    open: async () => undefined,
    put: async (key) => void kept.push(key),
  };
  const records = recordReader([results], cache);
  expect((await records.look()).results).toHaveLength(2);
  expect(kept).toHaveLength(0);
  await records.look();
  expect(kept).toHaveLength(1);
  await records.look();
  expect(kept).toHaveLength(1);
});

it('shows of a result whose scores of queries were changed what its record says, until they are read: then it is left out, and named', async () => {
  appendFileSync(join(folder('one'), 'queries.jsonl'), '\n');
  const records = recordReader([results]);
  const files = queryFiles(records.damaged);
  const before = await records.look();
  expect(before.results.map(({ record }) => record.task.name)).toEqual(['one', 'two']);
  const columns = await files.columns(before.results);
  expect([...columns.keys()].map(({ record }) => record.task.name)).toEqual(['two']);
  for (const found of [await records.last(), await records.look()]) {
    expect(found.revision).not.toBe(before.revision);
    expect(found.results.map(({ record }) => record.task.name)).toEqual(['two']);
    expect(found.problems).toEqual([expect.stringContaining('queries.jsonl')]);
  }
  await expect(files.rows(before.results[0]!)).rejects.toThrow('changed after it was written');
});

it('scores that change while the page is open are compared again', async () => {
  const records = recordReader([results]);
  const files = queryFiles(records.damaged);
  expect((await files.columns((await records.look()).results)).size).toBe(2);
  appendFileSync(join(folder('two'), 'queries.jsonl'), '{}\n');
  expect((await files.columns((await records.look()).results)).size).toBe(1);
  expect((await records.last()).problems).toEqual([expect.stringContaining('queries.jsonl')]);
});

it('takes no result for damaged that is replaced while it is read', async () => {
  const records = recordReader([results]);
  const files = queryFiles(records.damaged);
  const { results: found } = await records.look();
  const { record, queries } = result('bm25', 'one', [1, 1, 1]);
  const provenance = { ...record.provenance, at: '2026-01-02T00:00:00.000Z' };
  await writeResult(folder('one'), { record: { ...record, provenance }, queries }, new Map());
  expect((await files.columns(found)).size).toBe(1);
  expect((await records.look()).problems).toEqual([]);
  expect((await files.columns((await records.look()).results)).size).toBe(2);
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
