import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QueryExplanation } from '../../src/experiment/record/index.js';
import { r2med, temporaryFolder } from '../support/command.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const TASK = ['--suite', 'sample', '--task', 'MedQA-Diag'];
const cwd = temporaryFolder();
const env = { R2MED_HOME: join(cwd, 'home') };
const call = (...args: readonly string[]) => r2med(args, { cwd, env });
const explained = async (...args: readonly string[]): Promise<QueryExplanation> => {
  const { code, stdout, stderr } = await call('explain', ...TASK, '--query', 'mqa-q04', ...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as QueryExplanation;
};

let ran: Awaited<ReturnType<typeof call>>;
beforeAll(async () => {
  ran = await call(
    'run',
    ...TASK,
    '--system',
    'bm25',
    '--system',
    'hyde(sample-writer) > bm25',
    '--system',
    'rrf(bm25, lsa)',
  );
  expect(ran.code).toBe(0);
}, 60_000);

describe('explain --json', () => {
  it('has the query, the gold documents, hits with parts that sum, and the nearest miss', async () => {
    const { query, systems } = await explained('--system', 'bm25', '--hits', '3');
    const [bm25] = systems;
    expect(query).toMatchObject({ id: 'mqa-q04', answer: 'Polymyalgia rheumatica' });
    expect(bm25).toMatchObject({ system: 'bm25', from: 'record', scoreIs: 'sum of terms', missing: [] });
    expect(bm25!.gold.map(({ docId, rank }) => [docId, rank])).toEqual([
      ['mqa-d067', 10],
      ['mqa-d050', 36],
      ['mqa-d003', 43],
    ]);
    expect(bm25!.hits.map(({ rank, gold }) => [rank, gold])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [10, true],
      [36, true],
      [43, true],
    ]);
    for (const { score, parts } of bm25!.hits)
      expect(Math.fround(parts.reduce((sum, { value }) => sum + value, 0))).toBe(Math.fround(score));
    for (const { text, parts } of bm25!.hits)
      for (const { ranges = [] } of parts)
        for (const [from, to] of ranges) expect(text!.slice(from, to)).toMatch(/^[\p{L}\p{N}]/u);
    expect(bm25!.why).toBe('relevant at 10: shares 11 of 80 terms with the query, most by "shoulder"');
    const { nearestMiss } = bm25!;
    expect(nearestMiss).toMatchObject({
      gold: { docId: 'mqa-d067', rank: 10 },
      docId: 'mqa-d021',
      rank: 9,
      first: { docId: 'mqa-d071', rank: 1 },
    });
    const apart = nearestMiss!.differences.reduce((sum, { value, gold }) => sum + value - gold, 0);
    expect(apart).toBeCloseTo(nearestMiss!.margin!, 5);
  });

  it('shows what was written, and finds a record by the name of its folder too', async () => {
    const [byText, bySlug] = (
      await explained('--system', 'hyde(sample-writer) > bm25', '--system', 'hyde-sample-writer.bm25')
    ).systems;
    expect(bySlug).toEqual(byText);
    expect(byText!.generated).toMatchObject([{ method: 'hyde', llm: 'sample-writer' }]);
    expect(byText!.nearestMiss).toBeNull();
    expect(byText!.why).toMatch(/^relevant first: shares \d+ of \d+ terms with the search text/);
  });

  it('explains a fusion by its lists, down to their terms', async () => {
    const [fused] = (await explained('--system', 'rrf(bm25, lsa)')).systems;
    const [first] = fused!.hits;
    expect(first!.parts.map(({ name }) => name).toSorted()).toEqual(['bm25', 'lsa']);
    expect(first!.parts.every(({ from }) => from!.parts.length > 5)).toBe(true);
    expect(first!.matches.length).toBeGreaterThan(5);
  });

  it('searches now where there is no record', async () => {
    const [found] = (await explained('--system', 'bm25-lucene')).systems;
    expect(found).toMatchObject({ from: 'search', scores: {}, missing: [] });
    expect(found!.gold.some(({ rank }) => rank !== null)).toBe(true);
  });
});

describe('explain', () => {
  it('refuses a query that the task does not have, with the nearest', async () => {
    const { code, stderr } = await call('explain', ...TASK, '--query', 'mqa-q4', '--system', 'bm25');
    expect(code).toBe(2);
    expect(stderr).toContain('no query "mqa-q4" in MedQA-Diag');
    expect(stderr).toContain('did you mean "mqa-q04"?');
  });

  it.each([
    [['--query', 'mqa-q04', '--system', 'bm26'], 'did you mean "bm25"?'],
    [['--system', 'bm25'], 'no query'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await call('explain', ...TASK, ...flags);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('takes the query as an argument, BM25 by default, and of a suite the task that has the query', async () => {
    const { code, stdout } = await call('explain', 'mqa-q04', '--suite', 'sample');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^MedQA-Diag › mqa-q04 .*[\s\S]*━━ bm25\nnDCG@10 13\.57 · relevant at 10, 36, 43 ·/,
    );
    expect((await call('explain', 'none', '--suite', 'sample')).stderr).toContain(
      'no query "none" in 8 tasks on this machine',
    );
    expect((await call('explain', 'a', '--query', 'b', ...TASK)).stderr).toContain('name one query');
  });

  it('is at most a screen by default, for one system and for several', async () => {
    for (const systems of [['bm25'], ['bm25', 'lsa'], ['bm25', 'lsa', 'bm25-lucene', 'rrf(bm25, lsa)']]) {
      const flags = systems.flatMap((system) => ['--system', system]);
      const { stdout } = await r2med(['explain', 'mqa-q04', ...TASK, ...flags], {
        cwd,
        env: { ...env, COLUMNS: '80' },
      });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(40);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
      for (const system of systems) expect(stdout).toContain(`━━ ${system}`);
    }
  });

  it('says which command makes the record of a system that needs a model', async () => {
    const system = 'bm25 > bge-reranker(5)';
    const { code, stderr } = await call('explain', ...TASK, '--query', 'mqa-q04', '--system', system);
    expect(code).toBe(1);
    expect(stderr).toContain(`no record of ${system} on MedQA-Diag in results`);
    expect(stderr).toContain(`r2med run --suite sample --task MedQA-Diag --system '${system}' --out results`);
  });

  it('refuses a damaged record, and one of other data', async () => {
    const out = join(cwd, 'damaged');
    await call('run', ...TASK, '--system', 'bm25', '--out', out);
    appendFileSync(join(out, 'bm25/MedQA-Diag/run.trec'), 'changed\n');
    const { code, stderr } = await call(
      ...['explain', ...TASK, '--query', 'mqa-q04', '--system', 'bm25', '--results', out],
    );
    expect(code).toBe(2);
    expect(stderr).toContain('run it again with --overwrite');
  });

  it('has only the score where the settings of the record cannot be told, and says so', async () => {
    const out = join(cwd, 'other');
    const texts = join(cwd, 'texts.jsonl');
    const written = readFileSync(
      new URL('../../data/sample/MedQA-Diag/hyde/sample-writer/query_with_hydoc.jsonl', import.meta.url),
    );
    writeFileSync(texts, written.toString().replaceAll('Polymyalgia', 'Gout'));
    const system = ['--system', 'hyde(sample-writer) > bm25'];
    await call('run', ...TASK, ...system, '--generations', texts, '--out', out);
    const [shown] = (await explained(...system, '--results', out)).systems;
    expect(shown!.hits.map(({ kind }) => kind)).toContain('given');
    expect(shown!.missing[0]!.what).toContain('the record has other settings');
    const [whole] = (await explained(...system, '--results', out, '--generations', texts)).systems;
    expect(whole!.missing).toEqual([]);
  });

  it('fits the text of a page, and marks words without colours in a pipe', async () => {
    const { code, stdout } = await call('explain', ...TASK, '--query', 'mqa-q04', '--all');
    expect(code).toBe(0);
    expect(stdout).toContain('◆10  16.73  mqa-d067  relevant');
    expect(stdout).toContain('‹');
    expect(stdout).not.toContain('\u001b');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });
});

describe('texts of strangers', () => {
  const folder = join(temporaryFolder(), 'Hostile');
  const evil =
    'red \u001b[31malert\u001b[0m \u202ereversed\u202c <script>alert(1)</script> \ufdd4bold\ufddf word';
  beforeAll(() => {
    mkdirSync(folder);
    const write = (file: string, rows: readonly unknown[]): void =>
      writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    write('corpus.jsonl', [
      { id: 'a\u001b[2J', text: `${evil} ${'x'.repeat(50_000)}` },
      { id: 'b', text: 'another word' },
    ]);
    write('query.jsonl', [
      { id: 'q\n1', text: evil },
      { id: 'q2', text: 'zzz' },
    ]);
    write('qrels.jsonl', [
      { q_id: 'q\n1', p_id: 'b', score: 1 },
      { q_id: 'q2', p_id: 'b', score: 1 },
    ]);
  });

  it('are shown and not obeyed', async () => {
    const at = ['--data', folder, '--system', 'bm25'];
    const explain = await call('explain', ...at, '--query', 'q\n1');
    const search = await call('search', evil, ...at);
    for (const { code, stdout, stderr } of [explain, search]) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\ufdd0-\ufddf]/);
      expect(stdout).toContain('\\u{1b}[');
      expect(stdout.length).toBeLessThan(10_000);
    }
  });

  it('of which nothing is found make no error', async () => {
    const { code, stdout } = await call(
      'explain',
      '--data',
      folder,
      '--system',
      'bm25-lucene',
      '--query',
      'q2',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('→ nothing was found');
  });
});

describe('search', () => {
  it('finds and explains, as JSON with hits', async () => {
    const { code, stdout } = await call(
      'search',
      'stiff shoulders',
      ...TASK,
      '--system',
      'bm25',
      '--top-k',
      '2',
      '--json',
    );
    expect(code).toBe(0);
    const { hits, why } = JSON.parse(stdout);
    expect(hits).toMatchObject([{ rank: 1, kind: 'terms' }, { rank: 2 }]);
    expect(why).toContain('first hit: shares 2 of 2 terms');
  });

  it('reads several texts from standard input, one object of JSON for each', async () => {
    const args = ['search', ...TASK, '--system', 'rrf(bm25, lsa)', '--top-k', '1', '--json'];
    const { code, stdout } = await r2med(args, { cwd, env, input: 'gout\n\nstiff shoulders\n' });
    expect(code).toBe(0);
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found.map(({ text, hits }) => [text, hits.length])).toEqual([
      ['gout', 1],
      ['stiff shoulders', 1],
    ]);
  });

  it('refuses an empty text', async () => {
    const { code, stderr } = await call('search', ' ', ...TASK, '--system', 'bm25');
    expect([code, stderr]).toEqual([2, expect.stringContaining('an empty text')]);
  });

  it('refuses more than one task', async () => {
    const { code, stderr } = await call(
      'search',
      'gout',
      '--suite',
      'sample',
      '--task',
      'All',
      '--system',
      'bm25',
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('8 tasks; expected one task')]);
  });
});

describe('the last line', () => {
  it('of run explains the worst query of the best system', async () => {
    const [, line] = /^Worst query \(MedQA-Diag, nDCG@10 [\d.]+\): r2med (.*)$/m.exec(ran.stderr)!;
    const words = line!.split(' ');
    expect(words.slice(0, 5)).toEqual(['explain', ...TASK]);
    const { code } = await call(...words);
    expect(code).toBe(0);
  });

  it('of compare explains the query that loses most', async () => {
    const { stderr } = await call('compare', 'hyde-sample-writer.bm25', 'bm25');
    const [, line] = /^Query that loses most \(MedQA-Diag, -[\d.]+\): r2med (.*)$/m.exec(stderr)!;
    const { code, stdout } = await call(...line!.split(' '));
    expect(code).toBe(0);
    expect(stdout).toContain('━━ hyde(sample-writer) > bm25');
    expect(stdout).toContain('━━ bm25');
  });

  it('is not there with --quiet', async () => {
    const { stderr } = await call('compare', 'hyde-sample-writer.bm25', 'bm25', '--quiet');
    expect(stderr).toBe('');
  });
});

describe('a judged query that the query file lacks', () => {
  it('counts 0, is explained as such, and stops neither the last line of run nor a static site', async () => {
    const data = writtenFolder({
      'corpus.jsonl': jsonl({ id: 'd1', text: 'gout' }, { id: 'd2', text: 'stiff shoulders' }),
      'query.jsonl': jsonl({ id: '1', text: 'gout' }),
      'qrels.jsonl': jsonl({ q_id: '1', p_id: 'd1', score: 1 }, { q_id: '30', p_id: 'd2', score: 1 }),
    });
    const out = join(data, 'results');
    const { stderr } = await call('run', '--data', data, '--system', 'bm25', '--out', out);
    const line = /: r2med (explain .*)$/m.exec(stderr)![1]!;
    expect(line).toContain('--query 30');
    const { code, stdout } = await call(...line.split(' '));
    expect(code).toBe(0);
    expect(stdout).toContain(
      'it is judged but not in the query file: nothing was searched for, and it counts 0',
    );
    const site = await call('export', 'site', '--results', out, '--data', data, '--out', join(data, 'site'));
    expect([site.code, site.stdout.includes('index.html')]).toEqual([0, true]);
  });
});
