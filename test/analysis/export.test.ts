import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  exportFormats,
  exportInput,
  LeaderboardFile,
  leaderboardJsonSchema,
} from '../../src/analysis/export/index.js';
import { systemKind, systemParts } from '../../src/analysis/export/system-parts.js';
import {
  readReferenceFolder,
  readResults,
  readRun,
  type StoredResult,
} from '../../src/experiment/results/index.js';
import { suite } from '../../src/tasks/index.js';
import { unpacked } from '../../src/web/page-data/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const home = temporaryFolder();
const results = join(home, 'results');
const SYSTEMS = ['bm25', 'lsa', 'hyde(sample-writer) > bm25'];
let records: readonly StoredResult[] = [];

beforeAll(async () => {
  const systems = SYSTEMS.flatMap((system) => ['--system', system]);
  const ran = await r2med(['run', '--suite', 'sample', '--offline', '--quiet', '--out', results, ...systems]);
  expect(ran.stderr).toBe('');
  records = await readResults(results);
  expect(records).toHaveLength(3 * 8);
}, 60_000);

let count = 0;
const exported = async (format: string, ...args: string[]) => {
  const out = join(home, `${format}-${count++}`);
  const called = await r2med(['export', format, '--results', results, '--out', out, ...args]);
  const text = (path: string): string => readFileSync(join(out, path), 'utf8');
  return { ...called, out, text, json: (path: string) => JSON.parse(text(path)) };
};

const recordOf = (system: string, task: string) =>
  records.find(({ record }) => record.system === system && record.task.name === task)!.record;

describe('export mteb', () => {
  it("writes every task and the model's metadata in MTEB's layout, scores as in the records", async () => {
    const { code, stderr, out, json } = await exported('mteb', '--system', 'bm25');
    expect([code, stderr]).toEqual([0, expect.stringContaining('not for handing in')]);
    const folder = 'results/r2med__bm25/0_1_0';
    expect(readdirSync(join(out, folder))).toHaveLength(9);
    for (const { name, mtebTask } of suite('r2med').tasks) {
      const file = json(`${folder}/${mtebTask}.json`);
      const { scores, task } = recordOf('bm25', name);
      expect(file).toMatchObject({
        task_name: mtebTask,
        mteb_version: null,
        dataset_revision: task.revision,
      });
      const [entry] = file.scores.test;
      expect(entry).toMatchObject({
        main_score: scores['nDCG@10'],
        ndcg_at_10: scores['nDCG@10'],
        recall_at_100: scores['Recall@100'],
        hf_subset: 'default',
        languages: ['eng-Latn'],
      });
      // The run is 100 deep.
      expect(Object.keys(entry).filter((key) => key.endsWith('_1000'))).toEqual([]);
    }
    expect(json(`${folder}/model_meta.json`)).toMatchObject({ name: 'r2med/bm25', revision: '0_1_0' });
  });

  it('refuses what its maintainers would, with every reason, and writes nothing', async () => {
    const { code, stderr, out } = await exported('mteb', '--system', 'bm25', '--task', 'Biology');
    expect(code).toBe(2);
    expect(stderr).toContain('bm25: no result on Bioinformatics, Medical-Sciences');
    expect(stderr).toContain('r2med run --suite sample --task Bioinformatics');
    expect(existsSync(out)).toBe(false);
  });

  it('writes a draft of it, with the name and revision that are given', async () => {
    const names = ['--model-name', 'me/mine', '--model-revision', 'abc'];
    const args = ['--system', 'bm25', '--task', 'Biology', '--draft', ...names];
    const { code, stderr, json } = await exported('mteb', ...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Drafts')]);
    expect(json('results/me__mine/abc/model_meta.json')).toMatchObject({ name: 'me/mine', revision: 'abc' });
  });
});

describe('export r2med', () => {
  it('writes the files of the reference implementation, which are a leaderboard here again', async () => {
    const { code, out, json } = await exported('r2med');
    expect(code).toBe(0);
    const file = json('results/gar/hyde/sample-writer/bm25/Biology.json');
    expect(Object.keys(file)).toEqual([...Object.keys(file)].sort());
    expect(file).toMatchObject({
      dataset_name: 'Biology',
      gar_method: 'hyde',
      gar_llm: 'sample-writer',
      retriever_name: 'bm25',
      test: {
        'NDCG@10': Number(recordOf('hyde-sample-writer.bm25', 'Biology').scores['nDCG@10']!.toFixed(5)),
      },
    });
    expect(json('results/base retriever/bm25/Biology.json').test).toHaveProperty('ndcg_at_10');
    const entries = (await readReferenceFolder(out))!;
    expect(entries.map(({ name, suite: of }) => [name, of])).toEqual(
      ['bm25', 'lsa', 'hyde(sample-writer) > bm25'].map((name) => [name, 'sample']),
    );
    const { stdout } = await r2med(['leaderboard', '--results', out]);
    expect(stdout).toMatch(/hyde\(sample-writer\) > bm25 +files +92\.\d\d/);
    const mixed = await r2med(['leaderboard', '--results', out, '--suite', 'r2med']);
    expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('on suite sample')]);
  });

  it("writes candidates as its reranker reads them, in the run's order", async () => {
    const { out } = await exported('r2med', '--system', 'bm25');
    const { run, format } = await readRun(join(out, 'topk_docs/bm25/Biology.jsonl'));
    const { run: original } = await readRun(join(results, 'bm25/Biology/run.trec'));
    expect([...run]).toEqual([...original]);
    expect(format).not.toBe('trec');
  });

  it('reads files of the reference with the names that tasks and measures had', async () => {
    const folder = temporaryFolder();
    const { mkdirSync } = await import('node:fs');
    const path = join(folder, 'results/reranker/bge/top_100');
    mkdirSync(path, { recursive: true });
    const test = { 'NDCG@10': 0.2, 'Recall@100': 0.5, MRR: 0.3 };
    writeFileSync(
      join(path, 'Stack-Biology.json'),
      JSON.stringify({ dataset_name: 'Stack-Biology', model_name: 'bge', test }),
    );
    const { stdout } = await r2med(['leaderboard', '--results', folder, '--json']);
    const { published, tasks } = JSON.parse(stdout);
    expect([tasks, published[0].entry.name, published[0].scores]).toEqual([
      ['Biology'],
      'nv > bge(100)',
      { Biology: 0.2 },
    ]);
  });
});

describe('export', () => {
  it('trec gives the sealed run files', async () => {
    const { out } = await exported('trec', '--system', 'lsa', '--task', 'Biology');
    expect(readFileSync(join(out, 'lsa/Biology.trec'))).toEqual(
      readFileSync(join(results, 'lsa/Biology/run.trec')),
    );
  });

  it('csv gives unrounded scores of every query', async () => {
    const { text } = await exported('csv', '--system', 'bm25');
    const { scores } = recordOf('bm25', 'Biology');
    expect(text('leaderboard.csv').split('\r\n')[1]).toContain(`,${scores['nDCG@10']},`);
    expect(text('scores.csv')).toContain(`bm25,sample,Biology,Recall@100,${scores['Recall@100']},`);
    const queries = records.filter(({ record }) => record.system === 'bm25').flatMap((each) => each.queries);
    expect(text('queries.csv').trimEnd().split('\r\n')).toHaveLength(1 + queries.length);
  });

  it('latex marks what a paired test with correction found', async () => {
    const { text } = await exported('latex', '--baseline', 'bm25');
    const table = text('leaderboard.tex');
    expect(table).toMatch(/hyde\(sample-writer\) .*textbf\{92\.\d\d\}\$\^\{\\dagger\}\$/);
    expect(table).toContain('than bm25 (paired randomisation test, Holm-corrected');
    const unknown = await exported('latex', '--baseline', 'nobody');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--baseline nobody')]);
  });

  it('json is what its schema says, and the schema is the one that is shipped', async () => {
    const { json } = await exported('json');
    const file = LeaderboardFile.parse(json('leaderboard.json'));
    expect(file.systems.map(({ name }) => name)).toContain('hyde(sample-writer) > bm25');
    expect(file.systems.find(({ name }) => name === 'bm25')!.scores.Biology).toBe(
      recordOf('bm25', 'Biology').scores['nDCG@10'],
    );
    const shipped = new URL('../../schema/leaderboard.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(shipped, 'utf8'))).toEqual(leaderboardJsonSchema());
  });

  it('json and markdown hold every published result too', async () => {
    const none = join(home, 'none');
    const out = join(home, 'published');
    const called = await r2med(['export', 'json', '--published', '--results', none, '--out', out]);
    expect(called.code).toBe(0);
    const file = LeaderboardFile.parse(JSON.parse(readFileSync(join(out, 'leaderboard.json'), 'utf8')));
    expect([file.suite, file.systems, file.published.length]).toEqual(['r2med', [], 207]);
  });

  it('prints what it wrote, and replaces nothing of others', async () => {
    const { out, stdout } = await exported('markdown');
    expect(stdout).toBe(`${join(out, 'leaderboard.md')}\n`);
    const args = ['export', 'markdown', '--results', results, '--out', out];
    expect((await r2med(args)).code).toBe(0);
    writeFileSync(join(out, 'leaderboard.md'), 'my own words');
    const refused = await r2med(args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--overwrite')]);
    expect(readFileSync(join(out, 'leaderboard.md'), 'utf8')).toBe('my own words');
    expect((await r2med([...args, '--overwrite'])).code).toBe(0);
  });

  it('refuses a record that is not what was sealed', async () => {
    const copy = join(temporaryFolder(), 'copy');
    const { cpSync } = await import('node:fs');
    cpSync(results, copy, { recursive: true });
    writeFileSync(join(copy, 'bm25/Biology/run.trec'), 'q Q0 d 1 1 x\n');
    const out = join(home, 'damaged');
    const called = await r2med(['export', 'trec', '--results', copy, '--out', out]);
    expect([called.code, called.stderr]).toEqual([
      2,
      expect.stringContaining('changed after it was written'),
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it('svg and r2med take a model that calls itself anything', async () => {
    const odd = records
      .filter(({ record }) => record.system === 'bm25')
      .map((each) => ({ ...each, record: { ...each.record, name: 'mine > "yours(' } }));
    const { files } = await exportFormats.svg.files(exportInput(odd));
    expect(files.map(({ path }) => path)).toContain('cost-seconds.svg');
    expect(systemParts(odd[0]!.record)).toEqual({ retriever: 'mine > "yours(' });
    expect(systemKind(recordOf('hyde-sample-writer.bm25', 'Biology'))).toBe('generated');
  });

  it('names the formats, and the systems there are', async () => {
    const wrong = await exported('word');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('mteb, r2med, hakari, trec, csv'),
    ]);
    const unknown = await exported('csv', '--system', 'nobody');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('bm25, hyde(sample-writer) > bm25, lsa'),
    ]);
  });
});

describe('export svg and png', () => {
  it('draws means, tasks with intervals, and quality against costs, as plain SVG', async () => {
    const { out, text, stdout } = await exported('svg');
    expect(readdirSync(out).sort()).toEqual(['cost-bytes.svg', 'cost-seconds.svg', 'means.svg', 'tasks.svg']);
    expect(stdout.trim().split('\n')).toHaveLength(4);
    for (const file of readdirSync(out)) {
      const svg = text(file);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
      expect(svg).not.toMatch(/<style|<script|href|var\(--|NaN|undefined/);
    }
    // A bar with a title and an interval for each of three systems on eight tasks.
    expect(text('tasks.svg').match(/<title>[^<]*: \d+\.\d\d<\/title>/g)).toHaveLength(24);
    expect(text('means.svg')).toContain('hyde(sample-writer) &gt; bm25');
  });

  it('paints the same charts', async () => {
    const { out, code } = await exported('png', '--system', 'bm25', '--system', 'lsa');
    expect(code).toBe(0);
    const picture = readFileSync(join(out, 'tasks.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeGreaterThan(5_000);
  });

  it('draws published results', async () => {
    const out = join(home, 'published-charts');
    await r2med(['export', 'svg', '--published', '--results', join(home, 'none'), '--out', out]);
    expect(readFileSync(join(out, 'means.svg'), 'utf8')).toContain('GroupRank-32B on DIVER-4B (grouprank)');
    expect(readdirSync(out).sort()).toEqual(['means.svg', 'progress.svg']);
    expect(readFileSync(join(out, 'progress.svg'), 'utf8')).not.toMatch(/NaN|undefined/);
  });
});

/** What a packed script of a site holds, by address. */
const packedIn = (script: string) =>
  unpacked(
    gunzipSync(Buffer.from(/"([\w+/=]+)"\);\n$/.exec(script)![1]!, 'base64')).toString('utf8'),
  ) as Readonly<
    Record<
      string,
      { readonly systems?: readonly [{ readonly hits: readonly [{ readonly parts: unknown }] }] }
    >
  >;

describe('export site', () => {
  it('writes the page with its data, whole', async () => {
    const { code, out, json } = await exported('site');
    expect(code).toBe(0);
    expect(existsSync(join(out, 'index.html'))).toBe(true);
    expect(json('data/index.json').systems.filter((system: { own: boolean }) => system.own)).toHaveLength(3);
    const explained = readdirSync(join(out, 'data', 'queries'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => Object.entries(packedIn(readFileSync(join(out, 'data', 'queries', file), 'utf8'))))
      .filter(([address]) => address.includes('explain'));
    expect(explained.length).toBeGreaterThan(0);
    for (const [, { systems }] of explained) expect(systems![0].hits[0].parts).not.toEqual([]);
  }, 300_000);

  it('writes a part of a folder: the suite, tasks and systems that are named', async () => {
    const { code, out, json, stderr } = await exported(
      'site',
      ...['--suite', 'sample', '--task', 'MedQA-Diag', '--system', 'hyde(sample-writer) > bm25'],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('It shows 1 result and')]);
    const { boards, systems } = json('data/index.json');
    expect(boards.map(({ name }: { name: string }) => name)).toEqual(['sample']);
    expect(systems.map(({ name }: { name: string }) => name)).toEqual(['hyde(sample-writer) > bm25']);
    const queries = readdirSync(join(out, 'data', 'queries'), { recursive: true, encoding: 'utf8' });
    const ofTask = queries.filter((file) => file.endsWith('.js'));
    expect(ofTask.length).toBe(9);
    expect(ofTask.filter((file) => !file.startsWith('medqa-diag'))).toEqual([]);
    const none = await exported('site', '--system', 'bm26');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--system with one of bm25')]);
    expect(existsSync(none.out)).toBe(false);
  }, 300_000);
});

describe('the library', () => {
  it('makes the same files', async () => {
    const { text } = await exported('csv', '--system', 'bm25', '--suite', 'sample');
    const { files } = await exportFormats.csv.files(
      exportInput(
        records.filter(({ record }) => record.system === 'bm25'),
        { tasks: suite('r2med').tasks.map(({ name }) => name) },
      ),
    );
    expect(files.find(({ path }) => path === 'leaderboard.csv')!.content).toBe(text('leaderboard.csv'));
  });
});

describe('submit --check', () => {
  it('lists what each receiver finds missing, with exit code 1', async () => {
    const { code, stdout } = await r2med(['submit', '--check', '--results', results, '--task', 'Biology']);
    expect(code).toBe(1);
    for (const words of [
      'MTEB results repository',
      'R2MED site',
      'results on suite sample',
      'no result on Bioinformatics',
    ])
      expect(stdout).toContain(words);
    const { stdout: text } = await r2med(['submit', '--check', '--json', '--results', results]);
    const { systems, refused } = JSON.parse(text);
    expect([systems.length, refused]).toEqual([6, 6]);
    expect((await r2med(['submit', '--results', results])).code).toBe(2);
  });
});
