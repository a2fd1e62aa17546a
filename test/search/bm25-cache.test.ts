import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { corpusOf, queryId } from '../../src/core/index.js';
import { diskCache } from '../../src/platform/node/index.js';
import { bm25 } from '../../src/search/retrieval/index.js';
import { startR2med, temporaryFolder } from '../support/command.js';
import { testTools } from '../support/tools.js';

/** A BM25 index on disk, under what happens to files and processes. */

const WORDS = ['fever', 'gout', 'tremor', 'scurvy', 'jaundice', 'cough', 'colchicine', 'rash', 'anaemia'];

const textOf = (row: number): string => WORDS.filter((_, i) => (row * (i + 3)) % 7 < 4).join(' ');

const task = (): string => {
  const folder = join(temporaryFolder(), 'notes');
  mkdirSync(folder);
  const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const documents = Array.from({ length: 600 }, (_, row) => ({ id: `d${row}`, text: textOf(row) }));
  writeFileSync(join(folder, 'corpus.jsonl'), lines(documents));
  writeFileSync(
    join(folder, 'query.jsonl'),
    lines([
      { id: 'q1', text: 'gout and fever' },
      { id: 'q2', text: 'rash' },
    ]),
  );
  writeFileSync(join(folder, 'qrels.jsonl'), lines([{ q_id: 'q1', p_id: 'd1', score: 1 }]));
  return folder;
};

/** Runs BM25 in a process and returns its rankings, and whether the index was cached. */
const run = async (folder: string, home: string) => {
  const out = temporaryFolder();
  const call = startR2med(['run', '--data', folder, '--system', 'bm25', '--out', out], {
    env: { R2MED_HOME: home },
  });
  const { code, stderr } = await call.done;
  expect([code, stderr.includes('error')]).toEqual([0, false]);
  const result = join(out, 'bm25', 'notes');
  const { facts } = JSON.parse(readFileSync(join(result, 'record.json'), 'utf8'));
  const cached: boolean = JSON.stringify(facts).includes('"indexCached":true');
  return { rankings: readFileSync(join(result, 'run.trec'), 'utf8'), cached };
};

const filesIn = (home: string): string[] =>
  readdirSync(join(home, 'cache'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The index among the entries of a cache: the largest. */
const indexIn = (home: string): string =>
  filesIn(home).reduce((one, other) => (statSync(other).size > statSync(one).size ? other : one));

describe('a cached index', () => {
  it('is used again; damaged or cut off, it is built again and never searched', async () => {
    const documents = Array.from({ length: 6000 }, (_, row) => ({ id: `d${row}`, text: textOf(row) }));
    const home = temporaryFolder();
    /** BM25 as a new process opens it: nothing is shared but the disk. */
    const search = async () => {
      const tools = testTools();
      const cache = diskCache(join(home, 'cache'), tools.note);
      const runner = await bm25().open(corpusOf('notes', documents), { ...tools, cache });
      const query = { id: queryId('q1'), text: 'gout and fever' };
      const [ranked] = await runner.run([query]);
      return { hits: ranked!.hits, cached: runner.facts.indexCached, notes: tools.notes };
    };
    const { hits } = await search();
    expect(await search()).toEqual({ hits, cached: true, notes: [] });

    const file = indexIn(home);
    const whole = readFileSync(file);
    const change = (begin: number, end: number): void =>
      writeFileSync(
        file,
        whole.map((byte, at) => (at >= begin && at < end ? byte ^ 8 : byte)),
      );
    const damages: readonly (() => void)[] = [
      () => change(1, 2),
      // Among the postings, which are read only when a query says their term: the index has been opened by then.
      () => change(0.6 * whole.length, 0.95 * whole.length),
      // Among the checksums.
      () => change(whole.length - 40, whole.length - 39),
      () => truncateSync(file, Math.floor(whole.length / 2)),
      () => truncateSync(file, 0),
    ];
    for (const damage of damages) {
      damage();
      const again = await search();
      expect([again.hits, again.cached]).toEqual([hits, false]);
      expect(again.notes).toEqual([expect.stringContaining('is damaged')]);
      expect(readFileSync(file).equals(whole)).toBe(true);
    }
  });

  it('is written by two processes at once, each complete', async () => {
    const folder = task();
    const home = temporaryFolder();
    const [one, other] = await Promise.all([run(folder, home), run(folder, home)]);
    expect(one.rankings).toBe(other.rankings);
    expect(await run(folder, home)).toMatchObject({ rankings: one.rankings, cached: true });
    expect(filesIn(home).filter((file) => file.endsWith('.unfinished'))).toEqual([]);
  });

  it('of a writer that was killed half-way is not found', () => {
    const home = temporaryFolder();
    const module = fileURLToPath(new URL('../../dist/platform/node.js', import.meta.url));
    const write = (then: string) =>
      spawnSync(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { diskCache } from ${JSON.stringify(module)};
         const cache = diskCache(${JSON.stringify(join(home, 'cache'))}, console.error);
         const entry = await cache.open('key');
         if (entry) console.log(entry.read(0, entry.size).length);
         await cache.put('key', (function* () {
           yield new Uint8Array(1 << 20);
           ${then}
         })());`,
      ]);
    expect(write(`process.kill(process.pid, 'SIGKILL');`).signal).toBe('SIGKILL');
    expect(filesIn(home).filter((file) => file.endsWith('.unfinished'))).toHaveLength(1);
    const next = write('');
    expect([next.stdout.toString(), next.stderr.toString()]).toEqual(['', '']);
    expect(write('').stdout.toString().trim()).toBe(String(1 << 20));
  });
});
