import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endedProcess } from '../../../test/support/ended-process.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { thisHolder } from '../../platform/node/index.js';
import type { LiveRun } from '../record/index.js';
import { liveRunsIn, removeLeftRuns, removeLiveRun, writeLiveRun } from './live-runs.js';

const run = (pid: number, holder: object): LiveRun => ({
  version: 1,
  pid,
  holder: holder as LiveRun['holder'],
  startedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  command: 'r2med run',
  suite: 'sample',
  measure: 'nDCG@10',
  work: [{ system: 'bm25', task: 'Biology', state: 'waiting', queries: 9 }],
  spending: { usd: 0, tokens: 0, requests: 0 },
  notes: [],
});

it('is there while the process is, and leaves nothing behind', async () => {
  const out = writtenFolder();
  expect(await liveRunsIn(out)).toEqual([]);
  const own = run(process.pid, thisHolder('run'));
  await writeLiveRun(out, own);
  expect(await liveRunsIn(out)).toMatchObject([{ alive: true, run: { pid: process.pid } }]);
  await removeLeftRuns(out);
  expect(await liveRunsIn(out)).toHaveLength(1);
  removeLiveRun(out, own);
  expect(readdirSync(out)).toEqual([]);
});

it('that of a process that was killed is told, and removed by the next run', async () => {
  const out = writtenFolder();
  const pid = await endedProcess();
  await writeLiveRun(out, run(pid, { ...thisHolder('run'), process: pid }));
  expect(await liveRunsIn(out)).toMatchObject([{ alive: false, run: { pid } }]);
  await removeLeftRuns(out);
  expect(await liveRunsIn(out)).toEqual([]);
});

it('of two containers whose process ids are the same are two', async () => {
  const out = writtenFolder();
  const now = new Date().toISOString();
  const own = run(process.pid, thisHolder('run'));
  const other = { ...thisHolder('run'), processTable: 'another' };
  await writeLiveRun(out, own);
  await writeLiveRun(out, { ...run(process.pid, other), updatedAt: now });
  expect(await liveRunsIn(out)).toMatchObject([{ alive: true }, { alive: true }]);
  removeLiveRun(out, own);
  expect(await liveRunsIn(out)).toMatchObject([{ run: { holder: other } }]);
});

it('reads nothing but whole files of its own', async () => {
  const out = writtenFolder({ 'elsewhere.json': JSON.stringify(run(1, thisHolder('run'))) });
  mkdirSync(join(out, '.progress'));
  writeFileSync(join(out, '.progress', `${randomUUID()}.json`), '{"version":1');
  writeFileSync(join(out, '.progress', `${randomUUID()}.json`), '{}');
  writeFileSync(join(out, '.progress', 'notes.txt'), 'x');
  symlinkSync(join(out, 'elsewhere.json'), join(out, '.progress', `${randomUUID()}.json`));
  expect(await liveRunsIn(out)).toEqual([]);
  expect(existsSync(join(out, '.progress', 'notes.txt'))).toBe(true);
});
