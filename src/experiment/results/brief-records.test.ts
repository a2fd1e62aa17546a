import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { lstatSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { result } from '../../../test/support/made-result.js';
import { changeMark, diskCache } from '../../platform/node/index.js';
import { briefRecords } from './brief-records.js';
import { DamagedResult, readRecord } from './inspect.js';
import { writeResult } from './store.js';

const WRITER = fileURLToPath(new URL('../../../test/support/unfinished-writer.js', import.meta.url));

let results: string;
let home: string;
let notes: string[];
const folder = (task: string): string => join(results, 'bm25', task);
const open = () =>
  briefRecords(
    [results],
    ['nDCG@10'],
    diskCache(home, (line) => notes.push(line)),
  );
const entries = (): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeEach(async () => {
  [results, home, notes] = [temporaryFolder(), temporaryFolder(), []];
  for (const task of ['one', 'two']) await write(task, 0.5);
});

const write = async (task: string, score: number): Promise<void> => {
  const { record, queries } = result('bm25', task, [score]);
  const provenance = { ...record.provenance, at: '2026-01-01T00:00:00.000Z' };
  const scores = { ...record.scores, 'P@1': 1 };
  const intervals: Record<string, [number, number]> = { 'nDCG@10': [0, 1], 'P@1': [0, 1] };
  const facts = { ['__proto__']: 1, indexBytes: 7 };
  await writeResult(
    folder(task),
    { record: { ...record, scores, intervals, provenance, facts }, queries },
    new Map(),
  );
};

afterEach(() => {
  vi.useRealTimers();
});

const look = (task: string) => lstatSync(join(folder(task), 'record.json'));

const readAll = async () => {
  const records = await open();
  const read = ['one', 'two'].map((task) => records.read(folder(task), look(task)));
  await records.save();
  return read;
};

/** As if all files had been written a while ago. */
const later = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
};

/** Records that are opened by some work. */
const openedBy = async (work: () => Promise<unknown>): Promise<number> => {
  const real = fs.readFileSync;
  let opened = 0;
  fs.readFileSync = ((...args: Parameters<typeof real>) => {
    opened += Number(`${args[0]}`.endsWith('record.json'));
    return real(...args);
  }) as typeof real;
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.readFileSync = real;
    syncBuiltinESMExports();
  }
  return opened;
};

it.runIf(process.platform === 'linux')(
  'are opened once: the second start reads the cache alone',
  async () => {
    later();
    const first = await readAll();
    expect(await openedBy(async () => expect(await readAll()).toEqual(first))).toBe(0);
    await write('one', 0.25);
    later();
    expect(await openedBy(readAll)).toBe(1);
    expect(await openedBy(readAll)).toBe(0);
  },
);

it('are opened again where a file says too little: right after a change, or with nothing known of it', async () => {
  await readAll();
  expect(changeMark(look('one'))).toBeUndefined();
  expect(await openedBy(readAll)).toBe(2);
  later();
  await readAll();
  expect(await openedBy(async () => (await open()).read(folder('one')))).toBe(1);
  const elsewhere = Object.assign(look('one'), { dev: -1 });
  expect(await openedBy(async () => (await open()).read(folder('one'), elsewhere))).toBe(1);
});

it('are the sealed records with some measures, the same when they come from the cache', async () => {
  const first = await readAll();
  const { record, seal } = readRecord(folder('one'))!;
  const brief = { ...record, scores: { 'nDCG@10': 0.5 }, intervals: { 'nDCG@10': [0, 1] } };
  expect(first[0]).toEqual({ folder: folder('one'), record: brief, seal });
  expect(JSON.stringify(await readAll())).toBe(JSON.stringify(first));
  expect((await open()).read(join(results, 'none'))).toBeUndefined();
});

it('that were changed or damaged are found, whatever is cached and whatever the dates of their files say', async () => {
  later();
  const file = join(folder('one'), 'record.json');
  const date = new Date(1_700_000_000_000);
  utimesSync(file, date, date);
  await readAll();
  for (const changed of [
    readFileSync(file, 'utf8').replace('"nDCG@10": 0.5', '"nDCG@10": 0.6'),
    readFileSync(file, 'utf8').slice(0, -9),
  ]) {
    writeFileSync(file, changed);
    utimesSync(file, date, date);
    const records = await open();
    expect(() => records.read(folder('one'), look('one'))).toThrow(DamagedResult);
    expect(records.read(folder('two'), look('two'))!.record.scores).toEqual({ 'nDCG@10': 0.5 });
    await records.save();
    expect(() => records.read(folder('one'), look('one'))).toThrow(DamagedResult);
  }
});

it('are compared with their seals again where the cache was damaged, cut, or belongs to nobody', async () => {
  const first = await readAll();
  for (const damage of [
    (bytes: Buffer) => bytes.fill(0, 40, 48),
    (bytes: Buffer) => bytes.subarray(0, 100),
    () => Buffer.alloc(0),
  ]) {
    const [entry] = entries();
    writeFileSync(entry!, damage(readFileSync(entry!)));
    expect(await readAll()).toEqual(first);
    expect(notes.splice(0)).toEqual([expect.stringContaining('is damaged; making it again')]);
    expect(await readAll()).toEqual(first);
    expect(notes).toEqual([]);
  }
});

it('cached are those that were met: a record that was replaced is not kept', async () => {
  await readAll();
  await write('one', 0.25);
  await readAll();
  const [entry, ...more] = entries();
  expect(more).toEqual([]);
  const text = readFileSync(entry!, 'latin1');
  expect(text).toContain('"nDCG@10":0.25');
  expect(text.split('"fingerprint"')).toHaveLength(3);
});

it('are found in a cache that a process began to replace before it was killed', async () => {
  const first = await readAll();
  const [entry] = entries();
  const writer = spawn(process.execPath, [WRITER, 'file', entry!], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  expect(entries()).toHaveLength(2);
  expect(await readAll()).toEqual(first);
  expect(notes).toEqual([]);
  await write('one', 0.75);
  expect((await readAll())[0]!.record.scores).toEqual({ 'nDCG@10': 0.75 });
});

it('read and saved by two at once are the same for both, and for the next', async () => {
  const both = await Promise.all([readAll(), readAll()]);
  expect(both[1]).toEqual(both[0]);
  expect(await readAll()).toEqual(both[0]);
  expect([entries().length, notes]).toEqual([1, []]);
});
