import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import type { LiveState } from '../page-data/index.js';
import { type Changes, changesIn } from './changes.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A folder that is watched, how often it was looked at, and what was told. */
const watched = (root: string, runs: () => LiveState['runs'] = () => []) => {
  const looks = { records: 0, live: 0 };
  const told: Changes[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const changes = changesIn(
    [root],
    async () => ({ revision: `${++looks.records}` }),
    async () => ({ revision: `${looks.records}` }),
    async () => {
      looks.live += 1;
      return { runs: runs() };
    },
  );
  const stop = changes.watch((now) => {
    told.push(now);
    for (const { count, resolve } of waiting) if (told.length >= count) resolve();
  });
  const until = (count: number): Promise<void> =>
    told.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }));
  return { looks, told, until, stop, changes };
};

it('nothing is looked at while nothing changes, however long a page is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const root = temporaryFolder();
  mkdirSync(join(root, 'bm25', 'one'), { recursive: true });
  const { looks, until, stop } = watched(root);
  // The board comes first.
  await vi.advanceTimersByTimeAsync(299);
  expect(looks).toEqual({ records: 0, live: 0 });
  await vi.advanceTimersByTimeAsync(1);
  await until(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(looks).toEqual({ records: 1, live: 1 });
  stop();
});

it('tells of a file that changes, in a folder that was there and in one that came later', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'bm25', 'one'), { recursive: true });
  const { until, stop, told } = watched(root);
  await until(1);
  writeFileSync(join(root, 'bm25', 'one', 'record.json'), '{}');
  await until(2);
  mkdirSync(join(root, 'lsa', 'two'), { recursive: true });
  await until(3);
  const before = told.length;
  writeFileSync(join(root, 'lsa', 'two', 'record.json'), '{}');
  await until(before + 1);
  stop();
});

it('tells of a folder that is made later, and made again after it was removed', async () => {
  const root = join(temporaryFolder(), 'results');
  const { until, stop, told } = watched(root);
  await until(1);
  mkdirSync(root);
  await until(2);
  rmSync(root, { recursive: true });
  await until(told.length + 1);
  mkdirSync(root);
  await until(told.length + 1);
  const before = told.length;
  mkdirSync(join(root, 'bm25'));
  await until(before + 1);
  stop();
});

it('looks at runs under way every second, since no file says that one was killed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  let runs = [{ alive: true }] as unknown as LiveState['runs'];
  const { looks, until, stop } = watched(temporaryFolder(), () => runs);
  await vi.advanceTimersByTimeAsync(300);
  await until(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks.live).toBeGreaterThanOrEqual(5);
  expect(looks.records).toBe(1);
  runs = [];
  await vi.advanceTimersByTimeAsync(1000);
  const seen = looks.live;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks.live).toBe(seen);
  stop();
});

it('tells what is known to one who comes later, and nothing to one who has left', async () => {
  const { until, stop, told, changes } = watched(temporaryFolder());
  await until(1);
  const late: Changes[] = [];
  const leave = changes.watch((now) => late.push(now));
  expect(late).toEqual(told);
  leave();
  changes.found();
  expect(late).toHaveLength(1);
  stop();
});
