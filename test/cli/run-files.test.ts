import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { parquetTable } from '../support/parquet-table.js';
import { writtenFolder } from '../support/written-folder.js';

const QRELS = 'data/sample/Biology/qrels.jsonl';
const root = new URL('../..', import.meta.url).pathname;

/** Two systems of the sample suite, as records and as the run files next to them. */
let out: string;
let runs: readonly [string, string];
beforeAll(async () => {
  out = temporaryFolder();
  await printedBy([
    'run',
    '--suite',
    'sample',
    '--task',
    'Biology',
    '--retriever',
    'bm25,lsa',
    '--out',
    out,
    '--quiet',
  ]);
  runs = [join(out, 'bm25/Biology/run.trec'), join(out, 'lsa/Biology/run.trec')];
});

const json = async (args: readonly string[]) => JSON.parse(await printedBy([...args, '--json']));

describe('compare of run files with a file of judgements', () => {
  it('gives the statistics that the records give', async () => {
    const folder = temporaryFolder();
    const copies = runs.map((run, i) => {
      const copy = join(folder, `${'ab'[i]}.run`);
      writeFileSync(copy, readFileSync(run));
      return copy;
    });
    const recorded = await json(['compare', 'bm25', 'lsa', '--results', out]);
    const judged = await json(['compare', ...copies, '--judgements', join(root, QRELS)]);
    const figures = ({ systems }: { systems: { overall: unknown; rows?: unknown }[] }) => systems[0]!.overall;
    expect(figures(judged)).toEqual(figures(recorded));
    expect(judged.tasks).toEqual(['qrels']);
    expect(judged.systems[0].moved.map(({ id }: { id: string }) => id)).toEqual(
      recorded.systems[0].moved.map(({ id }: { id: string }) => id),
    );
  });

  it('is a gate, without any record', async () => {
    const worse = [runs[1], runs[0]];
    const call = ['compare', ...worse, '--judgements', join(root, QRELS), '--fail-if-worse', 'nDCG@10'];
    const { code, stderr } = await r2med(call, { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([1, expect.stringContaining('nDCG@10')]);
    expect((await r2med([...call.slice(0, 1), ...runs, ...call.slice(3)])).code).toBe(0);
  });

  it.each([
    [['--judgements', 'q.txt', '--data', 'x'], '--judgements and --data'],
    [['--judgements', 'q.txt'], '--judgements with "bm25", which is no run file'],
  ])('is refused where records or a task judge too: %j', async (more, found) => {
    const { code, stderr } = await r2med(['compare', 'bm25', 'lsa', '--results', out, ...more]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(found)]);
  });

  it('asks for judgements where none are named', async () => {
    const { code, stderr } = await r2med(['compare', ...runs], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--judgements FILE')]);
  });
});

const FILES = {
  'a.run': 'q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d3 1 1 a\n',
  'b.json': '{"q1": {"d2": 9, "d1": 8}, "q2": {"d4": 7, "d3": 6}}',
  'c.json': '{"mteb_model_meta": {}, "default": {"test": {"q1": {"d2": 1}, "q2": {"d3": 1}}}}',
  'qrels.txt': 'q1 0 d2 1\nq2 0 d3 1\n',
  'qrels.json': '{"q1": {"d2": 1}, "q2": {"d3": 1}}',
  'qrels.csv': 'query_id;doc_id;relevance\nq1;d2;1\nq2;d3;1\n',
  'qrels.parquet': parquetTable({ 'query-id': ['q1', 'q2'], 'corpus-id': ['d2', 'd3'], score: [1, 1] }),
};

describe('runs and judgements of TREC, ranx and MTEB', () => {
  it.each(['qrels.txt', 'qrels.json', 'qrels.csv', 'qrels.parquet'])('are read: %s', async (judgements) => {
    const cwd = writtenFolder(FILES);
    const call = [
      'eval',
      '--judgements',
      judgements,
      '--run',
      'a.run',
      'b.json',
      'c.json',
      '--measures',
      'MRR',
      '--json',
    ];
    const { runs: scored } = JSON.parse(await printedBy(call, { cwd }));
    expect(scored.map(({ run, means }: { run: string; means: object }) => [run, means])).toEqual([
      ['a.run', { MRR: 0.75 }],
      ['b.json', { MRR: 0.75 }],
      ['c.json', { MRR: 1 }],
    ]);
  });

  it.each([
    ['fused.run', []],
    ['fused.json', []],
    ['fused.mteb', ['--run-format', 'mteb']],
  ] as const)('are fused and written, and score the same when read again: %s', async (file, more) => {
    const cwd = writtenFolder(FILES);
    const fuse = [
      'eval',
      '--judgements',
      'qrels.txt',
      '--fuse',
      'rrf@10:a.run,b.json',
      '--measures',
      'MRR,nDCG@10',
    ];
    const fused = JSON.parse(await printedBy([...fuse, '--save-run', file, ...more, '--json'], { cwd }));
    const again = ['eval', '--judgements', 'qrels.txt', '--run', file, '--measures', 'MRR,nDCG@10', '--json'];
    expect(JSON.parse(await printedBy(again, { cwd }))).toEqual(fused);
    const text = readFileSync(join(cwd, file), 'utf8');
    expect(text).toContain(file === 'fused.run' ? 'q1 Q0 d2 1 0.1742' : '"d2":0.1742');
  });

  it.each([
    ['q.txt', []],
    ['q.json', []],
    ['q.tsv', []],
    ['q.jsonl', []],
    ['q.x', ['--judgements-format', 'ranx']],
  ] as const)('are judged the same by judgements that were written: %s', async (file, more) => {
    const cwd = writtenFolder(FILES);
    const call = ['eval', '--run', 'a.run', '--measures', 'MRR,nDCG@10', '--json', '--judgements'];
    const scored = await printedBy([...call, 'qrels.txt', '--save-judgements', file, ...more], { cwd });
    expect(await printedBy([...call, file], { cwd })).toBe(scored);
  });

  it('fused have the scores that rrf of the stored runs has on the task', async () => {
    const folder = temporaryFolder();
    const system = `rrf(stored:"${runs[0]}", stored:"${runs[1]}")`;
    await printedBy([
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--system',
      system,
      '--out',
      folder,
      '--quiet',
    ]);
    const [table] = (await json(['leaderboard', '--results', folder])).rows;
    const fused = await json(['eval', '--judgements', join(root, QRELS), '--fuse', `rrf:${runs.join(',')}`]);
    expect(fused.means['nDCG@10']).toBeCloseTo(table.mean, 12);
  });

  it('are compared whatever their format', async () => {
    const cwd = writtenFolder(FILES);
    const call = [
      'compare',
      'a.run',
      'b.json',
      'c.json',
      '--judgements',
      'qrels.json',
      '--measure',
      'MRR',
      '--json',
    ];
    const { systems } = JSON.parse(await printedBy(call, { cwd }));
    expect(systems.map(({ system }: { system: string }) => system)).toEqual(['b.json', 'c.json']);
  });

  it.each([
    [['--judgements', 'qrels.txt'], 'no run'],
    [
      ['--judgements', 'qrels.txt', '--run', 'a.run', 'b.json', '--save-run', 'x.run'],
      '--save-run for 2 runs',
    ],
    [
      ['--judgements', 'qrels.txt', '--run', 'a.run', '--run-format', 'ranx'],
      '--run-format ranx without --save-run',
    ],
    [
      ['--judgements', 'qrels.txt', '--run', 'a.run', '--judgements-format', 'ranx'],
      '--judgements-format ranx without --save-judgements',
    ],
    [['--judgements', 'qrels.txt', '--fuse', 'rrf:a.run'], 'rrf of a.run'],
    [['--judgements', 'bad.csv', '--run', 'a.run'], 'bad.csv: the columns id, text'],
  ])('are refused where it is unclear what is wanted: %j', async (args, found) => {
    const cwd = writtenFolder({ ...FILES, 'bad.csv': 'id,text\n1,long words of a text\n' });
    const { code, stderr } = await r2med(['eval', ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(found)]);
  });
});
