import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const more = ['run', '--suite', 'sample', '--quiet', '--task', 'PMC-Clinical', '--system', 'bm25'];
  expect((await r2med(more, { cwd })).code).toBe(0);
}, 60_000);

const compare = (...args: readonly string[]) => r2med(['compare', ...args], { cwd });
const asJson = async (...args: readonly string[]) => {
  const { stdout, stderr, code } = await compare(...args, '--json', '--quiet');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

describe('r2med compare', () => {
  it('explains itself', async () => {
    const { code, stdout } = await compare('--help');
    expect(code).toBe(0);
    for (const flag of [
      '--slice',
      '--tolerance',
      '--fail-if-worse',
      '--significant',
      '--limit',
      '--all',
      '--cost',
      '$ r2med compare',
    ])
      expect(stdout).toContain(flag);
  });

  it('prints tasks and overall, the queries that moved, and names what was left out', async () => {
    const { code, stdout, stderr } = await compare('bm25', HYDE, '--limit', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^A {2}bm25\nB {2}hyde\(sample-writer\) > bm25\nB is better: nDCG@10 [\d.]+ → [\d.]+, \+.*; queries won \d+, tied 0, lost 0\n\nnDCG@10 /,
    );
    for (const row of ['Biology', 'MedQA-Diag', 'mean of tasks', 'all queries'])
      expect(stdout).toMatch(new RegExp(`^${row} .*\\+\\d+\\.\\d\\d – \\+\\d+\\.\\d\\d.*\\d/\\d/\\d`, 'm'));
    expect(stdout).toMatch(
      /Queries that moved most\n\+100\.00 {2}Biology bio-q01 {2}0\.00 → 100\.00 {2}On holiday/,
    );
    expect(stdout).toMatch(/↑ \d+ → 1 {2}bio-d027 {2}Direction-selective neurons/);
    expect(stderr).toContain('not compared, since not all have it: PMC-Clinical of bm25');
  });

  it('is at most a screen by default, and everything with --all', async () => {
    const lines = async (...args: string[]) => (await compare(...args)).stdout.trimEnd().split('\n');
    const short = await lines('bm25', HYDE);
    expect(short.length).toBeLessThanOrEqual(24);
    expect(short.at(-1)).toMatch(/^… \d+ more queries: --all, or --limit n$/);
    expect((await lines('bm25', HYDE, '--all')).length).toBeGreaterThan(60);
    const several = await lines('bm25', HYDE, 'lsa');
    expect(several.length).toBeLessThanOrEqual(8);
    expect(several).toEqual(expect.arrayContaining([expect.stringMatching(/^lsa .*\d\/\d+\/\d/)]));
    expect((await lines('bm25', HYDE, 'lsa', '--all')).length).toBeGreaterThan(100);
  });

  it('says where no difference is clear, and which system is worse', async () => {
    expect((await compare('bm25', 'bm25')).stdout).toContain('No clear difference: ');
    expect((await compare(HYDE, 'bm25')).stdout).toContain('B is worse: ');
  });

  it('fits 80 columns', async () => {
    const { stdout } = await r2med(['compare', 'bm25', HYDE], { cwd, env: { COLUMNS: '80' } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toContain('win/tie/loss');
  });

  it('a system with itself: difference 0, p 1, nothing moved', async () => {
    const { systems } = await asJson('bm25', 'bm25');
    for (const row of systems[0].rows) {
      expect(row).toMatchObject({ difference: 0, wins: 0, losses: 0 });
      // The overall question is corrected once.
      expect(row.pHolm).toBe(row.kind === 'all queries' ? undefined : 1);
      expect(row.randomisation.p).toBe(1);
    }
    expect(systems[0].moved).toEqual([]);
    expect(systems[0].rows).toHaveLength(5);
  });

  it('swapping A and B negates the difference and keeps p', async () => {
    const [there, back] = [await asJson('bm25', 'lsa'), await asJson('lsa', 'bm25')];
    const rows = there.systems[0].rows;
    back.systems[0].rows.forEach((row: (typeof rows)[number], i: number) => {
      expect(row.difference).toBeCloseTo(-rows[i].difference, 14);
      expect([row.randomisation, row.pHolm, row.wins]).toEqual([
        rows[i].randomisation,
        rows[i].pHolm,
        rows[i].losses,
      ]);
    });
  });

  it('more systems are compared with the first, tasks are corrected together, and so are the overall questions', async () => {
    const [both, one] = [await asJson('bm25', 'lsa', HYDE), await asJson('bm25', 'lsa')];
    expect(both).toMatchObject({
      baseline: 'bm25',
      family: { overall: 2, tasks: 4 },
      tasks: ['Biology', 'MedQA-Diag'],
    });
    const p = (found: typeof both) => found.systems[0].rows[0];
    expect(p(both).randomisation).toEqual(p(one).randomisation);
    expect(p(both).pHolm).toBeGreaterThanOrEqual(p(one).pHolm);
    // Of two systems the overall question is asked once: nothing to correct, however many tasks there are.
    const overall = one.systems[0].rows.find((row: { kind: string }) => row.kind === 'mean of tasks');
    expect(overall.pHolm).toBe(overall.randomisation.p);
  });

  it('scores are those of the records', async () => {
    const record = JSON.parse(readFileSync(join(cwd, 'results', 'bm25', 'Biology', 'record.json'), 'utf8'));
    const found = await asJson('bm25', 'lsa', '--measure', 'Recall@10', '--task', 'biology');
    expect(found.systems[0].rows[0].a).toBeCloseTo(record.scores['Recall@10'], 14);
    expect(found.systems[0].rows).toHaveLength(1);
  });

  it('takes folders and run files: the file a record was scored from gives the same scores', async () => {
    const file = join(cwd, 'results', 'bm25', 'Biology', 'run.trec');
    const beside = await asJson(join(cwd, 'results', 'bm25', 'Biology'), file);
    expect(beside.systems[0].rows[0]).toMatchObject({ over: 'Biology', difference: 0, ties: 9 });
    const chosen = await asJson(file, file, '--suite', 'sample', '--task', 'Biology');
    expect(chosen.systems[0].rows[0].a).toBe(beside.systems[0].rows[0].a);
  });

  it('two run files on a custom folder', async () => {
    const data = writtenFolder({
      'corpus.jsonl': jsonl({ id: 'd1', text: 'one' }, { id: 'd2', text: 'two' }),
      'query.jsonl': jsonl({ id: 'q1', text: 'which' }),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd2', score: 1 }),
      'a.trec': 'q1 Q0 d1 1 2 a\nq1 Q0 d2 2 1 a\n',
      'b.json': '{"q1": {"d2": 2, "d1": 1}}',
    });
    const found = await asJson(join(data, 'a.trec'), join(data, 'b.json'), '--data', data);
    expect(found.systems[0].rows[0]).toMatchObject({ queries: 1, b: 1, wins: 1, randomisation: { p: 1 } });
    expect(found.systems[0].rows[0]).not.toHaveProperty('tTest');
    expect(found.systems[0].moved[0].rose).toEqual([{ id: 'd2', from: 2, to: 1, title: 'two' }]);
  });

  it.each([
    ['family', 'qa'],
    ['body-system', 'Nervous'],
    ['query-length', 'words'],
    ['overlap', '%'],
    ['positives', 'positives'],
  ])('--slice %s says where it wins', async (by, slice) => {
    const { code, stdout } = await compare('bm25', HYDE, '--slice', by, '--show-queries', '0');
    expect(code).toBe(0);
    const table = stdout.split('\n\n').find((block) => block.startsWith(`${by} `))!;
    expect(table).toContain(slice);
    expect(table).toMatch(/queries +A +B +B − A +95 % interval +p +Holm/);
  });

  it('--cost prints what each took, and marks the front', async () => {
    const { stdout } = await compare('bm25', HYDE, '--cost', '--show-queries', '0');
    expect(stdout).toMatch(/hyde\(sample-writer\) > bm25 +9\d\.\d\d +\* .* kB$/m);
    expect((await asJson('bm25', HYDE, '--cost')).cost.rows[0].cost.indexBytes).toBeGreaterThan(1000);
  });

  it.each([
    [
      ['bm25', HYDE, '--fail-if-worse', 'nDCG@10', '--tolerance', '0.01', '--partial'],
      0,
      'holds: nDCG@10 of hyde',
    ],
    [['bm25', HYDE, '--fail-if-worse', 'nDCG@10', '--task', 'Biology'], 0, 'holds: nDCG@10 of hyde'],
    [['bm25', HYDE, '--fail-if-worse', 'nDCG@10'], 1, 'not compared: PMC-Clinical, which the baseline has'],
    [['bm25', HYDE, 'lsa', '--fail-if-worse', 'nDCG@10', '--tolerance', '1'], 1, 'fails: nDCG@10 of lsa'],
    [[HYDE, 'lsa', '--fail-if-worse', 'Recall@33', '--tolerance', '1'], 0, 'holds: Recall@33 of lsa'],
    [[HYDE, 'bm25', '--fail-if-worse', 'nDCG@10', '--tolerance', '0.01'], 1, 'fails: nDCG@10 of bm25 is 0.'],
    [[HYDE, 'bm25', '--fail-if-worse', 'nDCG@10', '--tolerance', '0.01', '--significant'], 1, 'fails'],
    [[HYDE, 'bm25', '--fail-if-worse', 'Recall@10', '--tolerance', '1'], 0, 'a loss of 1 is allowed'],
    [['bm25', 'bm25', '--fail-if-worse', 'nDCG@10'], 0, 'is the same'],
  ])('%j exits %i', async (args, expected, said) => {
    const { code, stderr } = await compare(...args, '--show-queries', '0', '--quiet');
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
  });

  it('a gate may be JSON too', async () => {
    const { gates } = await asJson(HYDE, 'bm25', '--fail-if-worse', 'nDCG@10', '--tolerance', '1');
    const missing = { tasks: [], queries: {} };
    expect(gates).toEqual([expect.objectContaining({ holds: true, measure: 'nDCG@10', missing })]);
  });

  it.each([
    [['bm25'], 'one system; expected two or more'],
    [['bm25', 'hyd'], 'no system, folder or run file "hyd"'],
    [['bm25', 'lsa', '--slice', 'overlp'], 'did you mean "overlap"?'],
    [['bm25', 'lsa', '--tolerance', '0.01'], '--tolerance 0.01 without --fail-if-worse'],
    [['bm25', 'lsa', '--significant'], '--significant without --fail-if-worse'],
    [['bm25', 'lsa', '--partial'], '--partial without --fail-if-worse'],
    [
      ['bm25', 'lsa', '--tolerance', '0.1', '--tolerance', '0.2', '--fail-if-worse', 'MRR'],
      'one loss that is allowed',
    ],
    [['bm25', 'lsa', '--show-queries', 'few'], 'a whole number from 0'],
    [['bm25', 'lsa', '--measure', 'MicroRecall@10'], 'which is pooled over a task'],
    [['bm25', 'lsa', '--task', 'PMC-Clinical'], 'lsa on no requested task'],
  ])('%j is bad usage and says what to do', async (args, message) => {
    const { code, stderr, stdout } = await compare(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('a run file without a task to score it on is refused', async () => {
    const folder = writtenFolder({ 'a.trec': 'q1 Q0 d1 1 2 a\n' });
    const { code, stderr } = await compare('bm25', join(folder, 'a.trec'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('add --judgements FILE, --data FOLDER')]);
  });

  it('results on other files of a task are not compared', async () => {
    cpSync(join(cwd, 'results'), join(cwd, 'other'), { recursive: true });
    await changeResult(join(cwd, 'other', 'lsa', 'Biology'), ({ record, queries }) => ({
      record: { ...record, task: { ...record.task, contentHash: '0000' } },
      queries,
    }));
    const { code, stderr } = await compare('bm25', 'lsa', '--results', 'other');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Biology with other content')]);
    expect(stderr).toContain(
      'Fix: run one of them again on the same files: r2med run --suite sample --task Biology --system lsa --overwrite',
    );
    // Nothing of that task can be computed, but what the record holds is there.
    const absent = await compare('lsa', 'lsa', '--results', 'other', '--task', 'Biology', '--measure', 'P@7');
    expect([absent.code, absent.stderr]).toEqual([
      2,
      expect.stringContaining(
        'no P@7 in this result, and Biology is not on this machine with the same content',
      ),
    ]);
    expect(absent.stderr).toMatch(
      /Fix: .* r2med run --suite sample --task Biology .*--measure P@7 --overwrite/,
    );
  });

  it('a measure that was not requested when the systems ran is computed from their rankings', async () => {
    const found = await asJson('bm25', HYDE, '--measure', 'Recall@33', '--task', 'Biology');
    const { stdout } = await r2med(
      [
        'eval',
        '--run',
        'results/bm25/Biology/run.trec',
        '--measures',
        'Recall@33',
        '--json',
        '--judgements',
      ].concat(fileURLToPath(new URL('../../data/sample/Biology/qrels.jsonl', import.meta.url))),
      { cwd },
    );
    expect(found.systems[0].rows[0].a).toBeCloseTo(JSON.parse(stdout).means['Recall@33'], 12);
    const table = await r2med(['leaderboard', '--measure', 'Recall@33', '--task', 'Biology', '--json'], {
      cwd,
    });
    const rows = JSON.parse(table.stdout).rows as { system: string; scores: Record<string, number> }[];
    expect(rows.find(({ system }) => system === 'bm25')!.scores.Biology).toBeCloseTo(
      found.systems[0].rows[0].a,
      12,
    );
    const again = await r2med(
      [
        'run',
        '--suite',
        'sample',
        '--task',
        'Biology',
        '--system',
        'bm25',
        '--measure',
        'Recall@33',
        '--json',
      ],
      { cwd },
    );
    expect(again.stderr).toContain('was there already');
    expect(JSON.parse(again.stdout).rows[0].scores.Biology).toBeCloseTo(found.systems[0].rows[0].a, 12);
  });

  it('a table says which mean it shows', async () => {
    const { stdout } = await compare('bm25', HYDE, '--slice', 'family', '--show-queries', '0');
    expect(stdout).toMatch(/^family \(mean of queries\) +queries/m);
    expect((await asJson('bm25', HYDE, '--slice', 'family')).systems[0].slices[0].mean).toBe(
      'mean of queries',
    );
    const args = ['leaderboard', '--task', 'Biology,MedQA-Diag'];
    const means = (await r2med([...args, '--means'], { cwd })).stdout;
    for (const heading of ['mean of tasks', 'mean of queries', 'family qa, mean of tasks'])
      expect(means).toContain(heading);
    expect(JSON.parse((await r2med([...args, '--json'], { cwd })).stdout).means).toMatchObject({
      families: 'mean of tasks',
      queryWeighted: 'mean of queries',
    });
  });
});

describe('r2med leaderboard --cost', () => {
  it('shows what systems took instead of the tasks', async () => {
    const { code, stdout } = await r2med(['leaderboard', '--task', 'Biology', '--cost'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^nDCG@10 +mean of tasks +front +s\/query +s to open +tokens in +tokens out +USD +index$/m,
    );
    // Nobody says what the stored texts took.
    expect(stdout).toMatch(/^hyde\S+ > bm25 +[\d.]+ +\* +– +[\d.]+ +– +– +– +[\d.]+ kB$/m);
    expect(stdout).toMatch(/^bm25 +[\d.]+ +\*? +[\d.]+ +[\d.]+ +0 +0 +0 +[\d.]+ kB$/m);
  });

  it('takes the costs of the front from a list', async () => {
    const args = ['leaderboard', '--task', 'Biology', '--cost', 'usd', '--json'];
    const { stdout } = await r2med(args, { cwd });
    expect(JSON.parse(stdout).front).toEqual([HYDE, 'lsa']);
    const { code, stderr } = await r2med(['leaderboard', '--task', 'Biology', '--cost', 'time'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('one of seconds, tokens, usd, bytes')]);
  });
});
