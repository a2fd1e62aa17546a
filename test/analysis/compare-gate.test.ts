import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeResult } from '../support/changed-result.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const HYDE = 'hyde-sample-writer.bm25';
let cwd = '';

beforeAll(async () => {
  cwd = temporaryFolder();
  const args = ['run', '--suite', 'sample', '--quiet', '--task', 'Biology,MedQA-Diag'];
  const systems = ['bm25', 'lsa', 'hyde(sample-writer) > bm25'].flatMap((system) => ['--system', system]);
  expect((await r2med([...args, ...systems], { cwd })).code).toBe(0);
}, 60_000);

const compare = (...args: readonly string[]) => r2med(['compare', ...args, '--show-queries', '2'], { cwd });

describe('--fail-below', () => {
  it.each([
    [
      ['bm25', HYDE, '--fail-below', 'nDCG@10=0.9'],
      0,
      'is 0.9339, mean of 2 tasks; at least 0.9 is required',
    ],
    [[HYDE, 'bm25', '--fail-below', 'nDCG@10=0.9'], 1, 'fails: nDCG@10 of bm25 is 0.1351'],
    [['bm25', HYDE, '--fail-below', 'nDCG@10=0.9', '--fail-below', 'P@10=0.9'], 1, 'fails: P@10 of hyde'],
    [['bm25', HYDE, 'lsa', '--fail-below', 'MRR=0.5'], 1, 'fails: MRR of lsa'],
    [['bm25', '--fail-below', 'ndcg_cut_10=0.13'], 0, 'holds: nDCG@10 of bm25'],
    [['bm25', '--fail-below', 'Recall@33=0.99'], 1, 'fails: Recall@33 of bm25'],
    [
      ['bm25', 'lsa', '--fail-below', 'nDCG@10=0', '--fail-if-worse', 'nDCG@10'],
      1,
      'fails: nDCG@10 of lsa is 0.',
    ],
  ])('%j exits %i', async (args, expected, said) => {
    const { code, stderr } = await compare(...args);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
  });

  it('a score equal to the threshold passes, the next one above it does not', async () => {
    const { stdout } = await compare('bm25', '--fail-below', 'nDCG@10=0', '--json');
    expect(JSON.parse(stdout).gates).toEqual([
      expect.objectContaining({ check: 'nDCG@10 is at least 0', holds: true, system: 'bm25' }),
    ]);
    const record = (task: string) =>
      JSON.parse(readFileSync(join(cwd, 'results', 'bm25', task, 'record.json'), 'utf8')).scores['nDCG@10'];
    const mean = (record('Biology') + record('MedQA-Diag')) / 2;
    expect((await compare('bm25', '--fail-below', `nDCG@10=${mean}`)).code).toBe(0);
    expect((await compare('bm25', '--fail-below', `nDCG@10=${mean + 1e-6}`)).code).toBe(1);
  });

  it('an incomplete result does not pass, and is named', async () => {
    cpSync(join(cwd, 'results'), join(cwd, 'failed'), { recursive: true });
    await changeResult(join(cwd, 'failed', HYDE, 'Biology'), ({ record, queries }) => ({
      record: { ...record, incomplete: { 'failed generations': { count: 1, reason: 'no answer' } } },
      queries,
    }));
    const args = ['bm25', HYDE, '--results', 'failed', '--fail-below', 'nDCG@10=0.1'];
    const { code, stderr } = await compare(...args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('is not known, since a result is incomplete'),
    ]);
    // The baseline alone is incomplete: the threshold is about the other.
    const swapped = await compare(HYDE, 'bm25', '--results', 'failed', '--fail-below', 'nDCG@10=0.1');
    expect(swapped.stderr).toContain('holds: nDCG@10 of bm25');
  });

  it('a system that lacks a task of the baseline does not pass, unless --partial', async () => {
    const one = ['run', '--suite', 'sample', '--quiet', '--task', 'Biology', '--system', 'bm25-lucene'];
    expect((await r2med(one, { cwd })).code).toBe(0);
    const args = ['bm25', 'bm25-lucene', '--fail-below', 'nDCG@10=0.01'];
    const { code, stderr } = await compare(...args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('without MedQA-Diag, which the baseline has'),
    ]);
    expect((await compare(...args, '--partial')).code).toBe(0);
  });

  it.each([
    [['bm25', 'lsa', '--fail-below', 'nDCG@10'], 'write nDCG@10=0.45'],
    [['bm25', 'lsa', '--fail-below', 'nDCG@10=45'], 'from 0 to 1'],
    [['bm25', 'lsa', '--fail-below', 'nDGC@10=0.4'], 'did you mean "nDCG"?'],
    [['bm25', 'lsa', '--fail-below', 'DCG@10=0.4'], 'no shares between 0 and 1'],
    [['bm25', 'lsa', '--fail-below', 'overlap@10=0.4', '--agreement', '5'], 'one number of hits'],
    [['bm25', 'lsa', '--fail-if-changed', '20'], 'expected a number from 0 to 1'],
    [['bm25', 'lsa', '--junit', 'x.xml'], '--junit x.xml without a gate'],
    [['bm25', '--agreement', '10'], 'one system; expected two or more'],
    [['bm25', '--fail-if-worse', 'nDCG@10', '--fail-below', 'nDCG@10=0.1'], 'one system; expected two'],
  ])('%j is bad usage', async (args, message) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('--markdown', () => {
  it('has the marker first, then the verdict, tables, and what moved folded in', async () => {
    const args = [HYDE, 'bm25', '--markdown', '--fail-if-worse', 'nDCG@10', '--fail-below', 'nDCG@10=0.1'];
    const { code, stdout } = await compare(...args, '--title', 'search gate');
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '<!-- r2med compare: search gate -->',
      '### search gate: failed (1 of 2 checks)',
    ]);
    expect(lines[3]).toMatch(/^- \*\*fails:\*\* nDCG@10 of bm25 is 0\.\d{4} lower/);
    expect(lines[4]).toMatch(/^- \*\*holds:\*\* nDCG@10 of bm25 is 0\.1351/);
    expect(stdout).toMatch(/^\*\*nDCG@10 -\d\d\.\d\d\*\* \(93\.39 → 13\.51, 95 % interval /m);
    expect(stdout).toMatch(/^\| mean of tasks \| 93\.39 \| 13\.51 \|/m);
    expect(stdout).toMatch(/^<details><summary>\d+ queries moved: \d+ better, \d+ worse<\/summary>$/m);
    expect(stdout.match(/^- \*\*-100\.00\*\* \S+ `\S+` 100\.00 → 0\.00: `[^`]+`; fell: `/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^- … and \d+ more$/m);
  });

  it('says passed, or that there was no gate', async () => {
    const passed = await compare('bm25', 'bm25', '--markdown', '--fail-if-worse', 'nDCG@10');
    expect(passed.stdout).toContain('### r2med: passed\n');
    expect((await compare('bm25', 'lsa', '--markdown')).stdout).toContain('### r2med: compared, no gate\n');
  });

  it('foreign texts stay texts: no mention, link, markup or end of the fold', async () => {
    const text = '@torvalds see `x` </details> ![a](http://b) <script> #1 $x$';
    const folder = writtenFolder({
      'corpus.jsonl': jsonl({ id: '`d1`|@a', text: 'one' }, { id: 'd2', text: 'two' }),
      'query.jsonl': jsonl({ id: 'q1', text }),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: '`d1`|@a', score: 1 }),
      'a.trec': 'q1 Q0 d2 1 2 a\nq1 Q0 `d1`|@a 2 1 a\n',
      'b.trec': 'q1 Q0 `d1`|@a 1 2 b\n',
    });
    const { stdout } = await compare(
      join(folder, 'a.trec'),
      join(folder, 'b.trec'),
      '--data',
      folder,
      '--markdown',
      '--title',
      '@me --> <b>',
    );
    const outsideCode = stdout.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, '');
    expect(outsideCode).not.toMatch(/torvalds|<script|http:|(?<!\w)@\w/);
    expect(outsideCode.match(/<\/?details>/g)).toEqual(['<details>', '</details>']);
    expect(stdout.split('\n')[0]).toBe('<!-- r2med compare: _me __ _b_ -->');
  });

  it('is never longer than a comment may be', async () => {
    const ids = Array.from({ length: 900 }, (_, i) => `q${i}-${'x'.repeat(60)}`);
    const hits = (first: string) => ids.map((id) => `${id} Q0 ${first} 1 1 s`).join('\n');
    const folder = writtenFolder({ 'a.trec': hits('d1'), 'b.trec': hits('d2') });
    const { stdout } = await r2med(
      ['compare', join(folder, 'a.trec'), join(folder, 'b.trec'), '--agreement', '10', '--markdown'].concat([
        '--show-queries',
        '900',
      ]),
      { cwd },
    );
    expect(stdout.length).toBeGreaterThan(50_000);
    expect(stdout.length).toBeLessThan(65_000);
    expect(stdout).toMatch(/- … and \d+ more\n\n<\/details>\n$/);
  });
});

describe('--junit', () => {
  it('has a case for every verdict, and a failure for each that does not hold', async () => {
    const file = join(cwd, 'gate.xml');
    const args = [HYDE, 'bm25', '--fail-if-worse', 'nDCG@10', '--fail-below', 'nDCG@10=0.1', '--junit', file];
    expect((await compare(...args)).code).toBe(1);
    const xml = readFileSync(file, 'utf8');
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="r2med" tests="2" failures="1"/,
    );
    expect(xml).toContain(
      '<testcase classname="bm25" name="nDCG@10 is no worse than that of hyde(sample-writer) &gt; bm25" time="0">\n      <failure message="fails: nDCG@10 of bm25 is 0.',
    );
    expect(xml).toContain('name="nDCG@10 is at least 0.1" time="0"/>');
  });

  it('nothing is written where the comparison itself fails', async () => {
    await compare('bm25', 'nothing', '--fail-if-worse', 'nDCG@10', '--junit', join(cwd, 'none.xml'));
    expect(existsSync(join(cwd, 'none.xml'))).toBe(false);
  });
});

describe('--agreement', () => {
  const runs = () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.trec'), 'q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d1 1 1 a\nq3 Q0 d1 1 1 a\n');
    writeFileSync(join(folder, 'b.trec'), 'q1 Q0 d2 1 3 b\nq1 Q0 d1 2 2 b\nq2 Q0 d1 1 1 b\nq4 Q0 d1 1 1 b\n');
    return [join(folder, 'a.trec'), join(folder, 'b.trec')] as const;
  };

  it('run files need neither task nor judgements; a query that one lacks is changed', async () => {
    const { code, stdout, stderr } = await compare(...runs(), '--agreement', '10', '--json');
    expect([code, stderr]).toEqual([0, expect.stringContaining('not whether it became better or worse')]);
    const [{ rows, changed }] = JSON.parse(stdout).agreement;
    expect(rows).toEqual([
      {
        over: 'all queries',
        queries: 4,
        overlap: 0.5,
        rbo: expect.closeTo((0.95 + 1) / 4, 1),
        sameFirst: 0.25,
        changed: 0.5,
        reordered: 0.25,
      },
    ]);
    expect(changed.map(({ id }: { id: string }) => id)).toEqual(['q3', 'q4']);
  });

  it.each([
    [['--fail-if-changed', '0.5'], 0, 'in the top 10 of 2 of 4 queries (0.5000); at most 0.5 is allowed'],
    [['--fail-if-changed', '0.4'], 1, 'fails'],
    [['--fail-below', 'overlap@10=0.5'], 0, 'holds: overlap@10'],
    [['--fail-below', 'RBO@1=0.5'], 1, 'fails: RBO@1'],
    [['--fail-below', 'overlap@1=0.3'], 1, 'fails: overlap@1'],
  ])('%j exits %i and says what it cannot know', async (args, expected, said) => {
    const { code, stderr } = await compare(...runs(), ...args);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
    expect(stderr).toContain('not whether it became better or worse');
  });

  it('as a comment it says so too; scores and slices need judgements', async () => {
    const { stdout } = await compare(...runs(), '--fail-if-changed', '0.4', '--markdown');
    expect(stdout).toMatch(/### r2med: failed\n[\s\S]*Note: agreement shows how much changed, not whether/);
    expect(stdout).toContain('<details><summary>2 queries with other documents in the top 10</summary>');
    for (const flag of [['--slice', 'family'], ['--cost']])
      expect((await compare(...runs(), '--agreement', '10', ...flag)).stderr).toContain('without judgements');
    expect((await compare(...runs(), '--agreement', '10', '--measure', 'MRR')).code).toBe(2);
  });

  it('of records it stands beside the scores', async () => {
    const { code, stdout } = await compare('bm25', 'lsa', '--agreement', '10', '--fail-below', 'RBO=0.5');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^nDCG@10 +A +B[\s\S]*^top 10 of A and B +queries +overlap@10 +RBO@10/m);
    expect(stdout).toMatch(/^all queries +18 +\d\d\.\d\d/m);
    const same = await compare('bm25', 'bm25', '--fail-below', 'overlap@10=1', '--fail-if-changed', '0');
    expect(same.code).toBe(0);
  });
});
