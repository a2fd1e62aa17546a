import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const QUERIES = 75;

/** A model whose vectors depend on the text alone, and a reranker that leaves some queries as they are. */
const EMBED = `export const name = 'lengths';
export const embed = (texts) => texts.map((text) => [text.length, text.charCodeAt(0), [...text].reduce((sum, each, i) => sum + i * each.charCodeAt(0), 0)]);`;
const RERANK = `export const name = 'last-first';
export const rerank = (query, documents) => documents.map((_, i) => i);`;

const words = ['gout', 'iron', 'fever', 'toe', 'cough', 'rash', 'anaemia'];
const word = (i: number): string => words[i % words.length]!;

const desk = () => {
  const folder = writtenFolder({
    'embed.mjs': EMBED,
    'rerank.mjs': RERANK,
    'mine/corpus.jsonl': jsonl(
      ...Array.from({ length: 30 }, (_, i) => ({ id: `d${i}`, text: `${word(i)} ${word(i * 3)} ${i}` })),
    ),
    // Some match nothing, so that BM25 fills their rankings up.
    'mine/query.jsonl': jsonl(
      ...Array.from({ length: QUERIES }, (_, i) => ({
        id: `q${i}`,
        text: i % 11 === 10 ? 'zzz' : `${word(i)} and ${word(i + 2)}`,
      })),
    ),
    'mine/qrels.jsonl': jsonl(
      ...Array.from({ length: QUERIES }, (_, i) => ({ q_id: `q${i}`, p_id: `d${i % 30}`, score: 1 })),
    ),
  });
  const env = { R2MED_HOME: join(folder, 'home') };
  const call = (...args: readonly string[]) => r2med(args, { cwd: folder, env });
  return {
    folder,
    call,
    run: (...more: readonly string[]) => call('run', '--data', 'mine', ...SYSTEMS, '--quiet', ...more),
    file: (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8'),
    path: (...path: readonly string[]) => join(folder, ...path),
  };
};

const SYSTEMS = ['bm25', 'bm25 > module:rerank.mjs(5)', 'rrf(bm25, lsa)', 'module:embed.mjs'].flatMap(
  (each) => ['--system', each],
);

/** A record without what may differ: time, cost, calls (each process asks once for an order that is known), host, caches, and the hash of all of it. */
const comparable = (text: string): string =>
  JSON.stringify(
    JSON.parse(text),
    (name, value) =>
      ['timings', 'provenance', 'cost', 'calls', 'indexCached', 'embedder', 'embedded'].includes(name) ||
      /Seconds$|^reused /.test(name)
        ? undefined
        : name === 'seal'
          ? { ...value, record: undefined }
          : value,
    1,
  );

const resultsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('record.json'))
    .sort();

describe('run --shard and merge', () => {
  it.each([2, 5, 40])('%i shards give the results of one process', { timeout: 60_000 }, async (count) => {
    const at = desk();
    expect((await at.run('--out', 'one')).code).toBe(0);
    for (let i = 1; i <= count; i++) {
      const { code, stderr } = await at.run('--out', 'parts', '--shard', `${i}/${count}`);
      expect([code, stderr]).toEqual([0, '']);
    }
    expect(resultsIn(at.path('parts'))).toEqual([]);
    const { code, stdout, stderr } = await at.call('merge', '--results', 'parts', '--quiet');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('bm25');
    expect(resultsIn(at.path('parts'))).toEqual(resultsIn(at.path('one')));
    for (const record of resultsIn(at.path('one'))) {
      const folder = record.slice(0, -'record.json'.length);
      for (const name of ['run.trec', 'queries.jsonl'])
        expect(at.file('parts', folder, name)).toBe(at.file('one', folder, name));
      expect(comparable(at.file('parts', record))).toBe(comparable(at.file('one', record)));
    }
    expect((await at.call('check', '--results', 'parts')).code).toBe(0);
    expect(existsSync(at.path('parts', '.shards'))).toBe(false);
  });

  it('pieces are no results to anybody', async () => {
    const at = desk();
    await at.run('--out', 'parts', '--shard', '1/1');
    for (const args of [
      ['leaderboard', '--results', 'parts'],
      ['check', '--results', 'parts'],
      ['export', 'csv', '--results', 'parts', '--out', 'tables'],
      ['compare', 'bm25', 'lsa', '--results', 'parts'],
    ])
      expect((await at.call(...args)).code).toBe(2);
  });

  it('what is done is not done again, and what was damaged is', async () => {
    const at = desk();
    const shard = async () =>
      JSON.parse((await at.run('--out', 'parts', '--shard', '1/2', '--json')).stdout).parts;
    const answered = (parts: readonly { readonly answered: number }[]) => parts.map((part) => part.answered);
    expect(answered(await shard())).toEqual([QUERIES, QUERIES]);
    expect(answered(await shard())).toEqual([0, 0]);
    const piece = at.path('parts', '.shards', '1-of-2', '2', '33-64.json');
    writeFileSync(piece, readFileSync(piece, 'utf8').replace('"d1"', '"d2"'));
    expect(answered(await shard())).toEqual([0, 32]);
  });

  it('a missing shard, and one that was not finished, are named with their commands', async () => {
    const at = desk();
    await at.run('--out', 'parts', '--shard', '1/3');
    await at.run('--out', 'parts', '--shard', '3/3');
    rmSync(at.path('parts', '.shards', '3-of-3', '4', '65-75.json'));
    const { code, stderr } = await at.call('merge', '--results', 'parts');
    expect(code).toBe(2);
    expect(stderr).toContain('2 missing shards: 2/3, 3/3 (begun, not finished); expected all 3 shards');
    expect(stderr).toMatch(/r2med run --data mine .*--out parts --shard 2\/3\n/);
    expect(resultsIn(at.path('parts'))).toEqual([]);
  });

  it('a missing shard is named also where it had nothing to do', { timeout: 60_000 }, async () => {
    const at = desk();
    // Twelve batches.
    for (let i = 1; i <= 13; i++) await at.run('--out', 'parts', '--shard', `${i}/13`);
    const idle = readdirSync(at.path('parts', '.shards')).filter(
      (name) => readdirSync(at.path('parts', '.shards', name)).length === 1,
    );
    expect(idle).toHaveLength(1);
    cpSync(at.path('parts'), at.path('part'), { recursive: true });
    rmSync(at.path('part', '.shards', idle[0]!), { recursive: true });
    const { code, stderr } = await at.call('merge', '--results', 'part');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`a missing shard: ${idle[0]!.replace('-of-', '/')}; expected all 13 shards`),
    ]);
    expect((await at.call('merge', '--results', 'parts')).code).toBe(0);
  });

  it('a damaged piece is named, with the shard that makes it again', async () => {
    const at = desk();
    await at.run('--out', 'parts', '--shard', '1/1');
    const piece = at.path('parts', '.shards', '1-of-1', '1', '1-32.json');
    writeFileSync(piece, readFileSync(piece, 'utf8').replace('"d1"', '"d2"'));
    const { code, stderr } = await at.call('merge', '--results', 'parts');
    expect([code, stderr]).toEqual([2, expect.stringContaining('1-32.json: a file that was changed after')]);
    expect(stderr).toContain('--shard 1/1 makes it again');
  });

  it('shards of other settings, other data or another split are refused', async () => {
    const at = desk();
    await at.run('--out', 'a', '--shard', '1/2');
    await at.run('--out', 'b', '--shard', '2/2', '--top-k', '7');
    const other = await at.call('merge', '--results', 'a', 'b', '--out', 'c');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('a shard of other work than a')]);
    await at.run('--out', 'd', '--shard', '2/3');
    const split = await at.call('merge', '--results', 'a', 'd', '--out', 'c');
    expect([split.code, split.stderr]).toEqual([2, expect.stringContaining('shard 2/3 next to shard 1/2')]);
    cpSync(at.path('a'), at.path('e'), { recursive: true });
    const twice = await at.call('merge', '--results', 'a', 'e', '--out', 'c');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('shard 1/2 twice')]);
    writeFileSync(at.path('mine', 'query.jsonl'), at.file('mine', 'query.jsonl').replace('gout', 'iron'));
    await at.run('--out', 'f', '--shard', '2/2');
    const data = await at.call('merge', '--results', 'a', 'f', '--out', 'c');
    expect([data.code, data.stderr]).toEqual([2, expect.stringContaining('contentHash')]);
    expect(existsSync(at.path('c', 'bm25'))).toBe(false);
  });

  it('pieces of one system from other weights are refused', async () => {
    const at = desk();
    await at.run('--out', 'a', '--shard', '1/9');
    for (let i = 1; i < 9; i++) await at.run('--out', 'a', '--shard', `${i}/9`);
    writeFileSync(at.path('embed.mjs'), `${EMBED}\nexport const version = '2';`);
    await at.run('--out', 'a', '--shard', '9/9');
    const { code, stderr } = await at.call('merge', '--results', 'a');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('lengths on mine with other settings than in'),
    ]);
  });

  it('a folder holds the shards of one command', async () => {
    const at = desk();
    await at.run('--out', 'a', '--shard', '1/2');
    const { code, stderr } = await at.run('--out', 'a', '--shard', '1/2', '--top-k', '3');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a shard of another command')]);
    expect((await at.run('--out', 'a', '--shard', '1/2', '--top-k', '3', '--overwrite')).code).toBe(0);
  });

  it('results that are whole already are used as they are', async () => {
    const at = desk();
    await at.call('run', '--data', 'mine', '--system', 'bm25', '--quiet', '--out', 'a');
    const before = at.file('a', 'bm25', 'mine', 'record.json');
    for (const i of [1, 2]) await at.run('--out', 'a', '--shard', `${i}/2`);
    expect((await at.call('merge', '--results', 'a', '--out', 'b')).code).toBe(0);
    expect(at.file('b', 'bm25', 'mine', 'record.json')).toBe(before);
    expect(resultsIn(at.path('b'))).toHaveLength(4);
  });

  it('the task may be elsewhere than for the shards, and must be the same', async () => {
    const at = desk();
    for (const i of [1, 2]) await at.run('--out', 'a', '--shard', `${i}/2`);
    cpSync(at.path('mine'), at.path('copy'), { recursive: true });
    rmSync(at.path('mine'), { recursive: true });
    const { code, stderr } = await at.call('merge', '--results', 'a');
    expect([code, stderr]).toEqual([2, expect.stringContaining('not on this machine or have changed')]);
    expect((await at.call('merge', '--results', 'a', '--data', 'copy')).code).toBe(0);
  });

  it.each(['0/2', '3/2', '1', '1/0', 'a/b', '-1/2'])('--shard %s is refused', async (shard) => {
    const { code, stderr } = await desk().run('--shard', shard);
    expect([code, stderr]).toEqual([2, expect.stringContaining('i/n with i from 1 to n')]);
  });
});

describe('a shard whose work failed', () => {
  const FAILS = `import { existsSync } from 'node:fs';
export const name = 'lengths';
export const embed = (texts) => texts.map((text) => {
  if (text.startsWith('cough and') && !existsSync('healed')) throw new Error('too much: ' + text);
  return [text.length, text.charCodeAt(0), [...text].reduce((sum, each, i) => sum + i * each.charCodeAt(0), 0)];
});`;

  it.each([
    ['module:embed.mjs', 'lengths'],
    ['rrf(bm25, rrf(lsa, module:embed.mjs))', 'rrf-bm25-rrf-lsa-lengths'],
  ])('%s says so, is merged into an incomplete result, and is continued', async (system, slug) => {
    const at = desk();
    // Reasons that differ: that of the first query stays.
    writeFileSync(at.path('embed.mjs'), FAILS);
    writeFileSync(
      at.path('mine', 'query.jsonl'),
      at.file('mine', 'query.jsonl').replace('cough and', 'cough and more'),
    );
    const run = (...more: readonly string[]) =>
      at.call('run', '--data', 'mine', '--system', system, '--quiet', ...more);
    expect((await run('--out', 'one', '--no-cache')).code).toBe(1);
    for (const i of [1, 2]) {
      const { code, stderr } = await run('--out', 'a', '--no-cache', '--shard', `${i}/2`);
      expect([code, stderr]).toEqual([1, expect.stringContaining('queries without a vector')]);
    }
    expect((await at.call('merge', '--results', 'a')).code).toBe(1);
    const record = join(slug, 'mine', 'record.json');
    expect(comparable(at.file('a', record))).toBe(comparable(at.file('one', record)));
    writeFileSync(at.path('healed'), '');
    for (const i of [1, 2]) expect((await run('--out', 'a', '--shard', `${i}/2`)).code).toBe(0);
    expect((await at.call('merge', '--results', 'a')).code).toBe(0);
    expect(JSON.parse(at.file('a', record)).incomplete).toBeUndefined();
  });
});
