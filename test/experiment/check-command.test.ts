import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownerName, thisHolder } from '../../src/platform/node/index.js';
import { changeResult } from '../support/changed-result.js';
import { temporaryFolder } from '../support/command.js';
import { endedProcess } from '../support/ended-process.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

let made = '';
beforeAll(async () => {
  made = temporaryFolder();
  const args = ['run', '--suite', 'sample', '--task', 'Biology', '--quiet', '--retriever', 'bm25,lsa'];
  expect((await r2med(args, { cwd: made })).code).toBe(0);
}, 60_000);

/** A copy of the results, to be damaged. */
const place = () => {
  const cwd = writtenFolder();
  cpSync(join(made, 'results'), join(cwd, 'results'), { recursive: true });
  const file = (name: string) => join(cwd, 'results', 'bm25', 'Biology', name);
  return {
    file,
    folder: join(cwd, 'results', 'bm25', 'Biology'),
    read: (name: string) => readFileSync(file(name), 'utf8'),
    change: (name: string, from: string | RegExp, to: string) => {
      const text = readFileSync(file(name), 'utf8');
      expect(text.replace(from, to)).not.toBe(text);
      writeFileSync(file(name), text.replace(from, to));
    },
    call: (...args: string[]) => r2med(args, { cwd }),
    run: (...more: string[]) =>
      r2med(['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25', ...more], { cwd }),
  };
};

type Damage = readonly [what: string, file: string, damage: (at: ReturnType<typeof place>) => void];

const digits: readonly Damage[] = [
  ['a digit in the record', 'record.json', (at) => at.change('record.json', /("nDCG@10": 0\.\d)\d/, '$17')],
  ['a digit of a query', 'queries.jsonl', (at) => at.change('queries.jsonl', /("MRR":0\.\d)\d/, '$17')],
  ['a digit in the ranking', 'run.trec', (at) => at.change('run.trec', /\.(\d)\d/, '.$1')],
];
const losses: readonly Damage[] = [
  ['a missing queries.jsonl', 'queries.jsonl', (at) => rmSync(at.file('queries.jsonl'))],
  ['a missing run.trec', 'run.trec', (at) => rmSync(at.file('run.trec'))],
  [
    'a folder for a record',
    'record.json',
    (at) => {
      rmSync(at.file('record.json'));
      mkdirSync(at.file('record.json'));
    },
  ],
  [
    'a pipe for a record, which nobody writes to',
    'record.json',
    (at) => {
      rmSync(at.file('record.json'));
      execFileSync('mkfifo', [at.file('record.json')]);
    },
  ],
  [
    'a ranking without end',
    'run.trec',
    (at) => {
      rmSync(at.file('run.trec'));
      symlinkSync('/dev/zero', at.file('run.trec'));
    },
  ],
];

const READERS = [
  ['leaderboard', '--suite', 'sample'],
  ['compare', 'lsa', 'bm25'],
  ['nano', 'agreement', 'results', 'results'],
  ['nano', 'efficiency', '--suite', 'sample'],
  ['run', '--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25'],
  ['run', '--suite', 'sample', '--task', 'Biology', '--system', 'stored:bm25'],
];

describe('a damaged result', { timeout: 60_000 }, () => {
  const isRefused = async (at: ReturnType<typeof place>, args: readonly string[], file: string) => {
    const { code, stdout, stderr } = await at.call(...args);
    expect([args.join(' '), code, stdout]).toEqual([args.join(' '), 2, '']);
    expect(stderr).toContain(join('results', 'bm25', 'Biology', file));
    expect(stderr).toMatch(/\n {2}Fix: run it again with --overwrite/);
    expect(stderr).not.toContain('    at ');
  };

  it.each([digits[0]!, losses[0]!, losses[1]!])(
    '(%s) is noticed by every reader, with file and fix',
    async (_, file, damage) => {
      const at = place();
      damage(at);
      await Promise.all(READERS.map((args) => isRefused(at, args, file)));
    },
  );

  it.each([...digits, ...losses])(
    '(%s) is replaced by --overwrite and by nothing else',
    async (_, file, damage) => {
      const at = place();
      const { scores } = JSON.parse(at.read('record.json'));
      damage(at);
      const checked = await at.call('check', '--json');
      expect(checked.code).toBe(1);
      expect(JSON.parse(checked.stdout).results.map(({ sealed }: { sealed: boolean }) => sealed)).toEqual([
        false,
        true,
      ]);
      await isRefused(at, ['leaderboard', '--suite', 'sample'], file);
      expect((await at.run('--retry-failed')).code).toBe(2);
      expect((await at.run('--overwrite')).code).toBe(0);
      expect((await at.call('check')).code).toBe(0);
      expect(JSON.parse(at.read('record.json')).scores).toEqual(scores);
    },
  );

  it('(a digit in the ranking) is noticed where the run file itself is named', async () => {
    const at = place();
    digits[2]![2](at);
    const run = 'results/bm25/Biology/run.trec';
    for (const args of [
      ['eval', '--judgements', 'x', '--run', run],
      ['compare', run, run, '--suite', 'sample', '--task', 'Biology'],
      ['run', '--suite', 'sample', '--task', 'Biology', '--system', `stored:${run}`],
    ])
      await isRefused(at, args, 'run.trec');
  });

  it.runIf(process.getuid?.() !== 0)('(a record without the right to read it) is not replaced', async () => {
    const at = place();
    chmodSync(at.file('record.json'), 0o000);
    const { code, stderr } = await at.run();
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read (EACCES)')]);
  });

  it('of an earlier version says why and what to do', async () => {
    const at = place();
    at.change('record.json', '"version": 2', '"version": 1');
    const { code, stderr } = await at.call('leaderboard', '--suite', 'sample');
    expect([code, stderr]).toEqual([2, expect.stringContaining('written before results were sealed')]);
    expect((await at.run('--overwrite')).code).toBe(0);
  });
});

describe('r2med check', { timeout: 60_000 }, () => {
  it('says of a whole folder that it is what was written and what the rankings give', async () => {
    const at = place();
    const { code, stdout, stderr } = await at.call('check', '--results', 'results');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^results\/bm25\/Biology +whole +recomputed$/m);
    expect(stdout).toMatch(/^results\/lsa\/Biology +whole +recomputed$/m);
  });

  it('notices scores that were sealed and are not what the ranking gives', async () => {
    const at = place();
    await changeResult(at.folder, ({ record, queries }) => ({
      record: { ...record, scores: { ...record.scores, MRR: 0.9 } },
      queries: queries.map((query, i) => (i === 2 ? { ...query, hits: query.hits + 1 } : query)),
    }));
    const { code, stdout, stderr } = await at.call('check');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/bm25\/Biology +whole +not what run\.trec gives/),
    ]);
    expect(stderr).toContain('MRR in record.json is not what run.trec gives');
    expect(stderr).toContain('scores of bio-q03 are not what run.trec gives');
    expect((await at.call('check', '--json', '--quiet')).code).toBe(1);
  });

  it('says which results are incomplete', async () => {
    const at = place();
    await changeResult(at.folder, ({ record, queries }) => ({
      record: { ...record, incomplete: { 'documents without a vector': { count: 1, reason: 'lost' } } },
      queries,
    }));
    const { code, stdout } = await at.call('check');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/bm25\/Biology +whole +recomputed; incomplete/),
    ]);
    expect(stdout).toMatch(/lsa\/Biology +whole +recomputed\n/);
    const { results } = JSON.parse((await at.call('check', '--json')).stdout);
    expect(results.map((result: object) => 'incomplete' in result)).toEqual([true, false]);
  });

  it('says what it did not recompute, since the task is not here', async () => {
    const cwd = writtenFolder({
      'mine/corpus.jsonl': jsonl({ id: 'd1', text: 'gout in a toe' }, { id: 'd2', text: 'anaemia' }),
      'mine/query.jsonl': jsonl({ id: 'q1', text: 'a hot toe' }, { id: 'q2', text: 'nothing of it' }),
      'mine/qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }, { q_id: 'q2', p_id: 'd1', score: 1 }),
    });
    const run = [
      'run',
      '--data',
      'mine',
      '--retriever',
      'bm25-lucene',
      '--missing',
      'skip',
      '--out',
      'deep/er',
    ];
    expect((await r2med(run, { cwd })).code).toBe(0);
    // A query without hits is in no line of the ranking, and yet it was answered.
    expect((await r2med(['check', '--results', '.'], { cwd })).stdout).toMatch(/recomputed$/m);
    renameSync(join(cwd, 'mine'), join(cwd, 'gone'));
    const { code, stdout } = await r2med(['check', '--results', '.'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('not recomputed: task not here')]);
  });

  it('--rebuild restores what the ranking gives, to the byte', async () => {
    const at = place();
    const before = [at.read('record.json'), at.read('queries.jsonl')];
    at.change('record.json', /("nDCG@10": 0\.\d)\d/, '$17');
    at.change('record.json', /("MRR": \[\n\s+0\.\d)\d/, '$17');
    rmSync(at.file('queries.jsonl'));
    const { code, stdout, stderr } = await at.call('check', '--rebuild');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/bm25\/Biology +whole +recomputed/)]);
    expect(stderr).toMatch(/rebuilt: .*record\.json\nrebuilt: .*queries\.jsonl/);
    expect([JSON.parse(at.read('record.json')), at.read('queries.jsonl')]).toEqual([
      JSON.parse(before[0]!),
      before[1],
    ]);
  });

  it.each([
    ['the ranking too', (at: ReturnType<typeof place>) => at.change('run.trec', /\.(\d)\d/, '.$1')],
    [
      'something else of the record',
      (at: ReturnType<typeof place>) => at.change('record.json', '"k1": ', '"k1": 1'),
    ],
  ])('--rebuild leaves alone a result where %s was changed', async (_, damage) => {
    const at = place();
    at.change('queries.jsonl', /("MRR":0\.\d)\d/, '$17');
    damage(at);
    const before = ['record.json', 'queries.jsonl', 'run.trec'].map(at.read);
    const { code, stderr } = await at.call('check', '--rebuild');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be rebuilt; run it again with --overwrite'),
    ]);
    expect(['record.json', 'queries.jsonl', 'run.trec'].map(at.read)).toEqual(before);
  });

  it('of a folder without results is bad usage', async () => {
    const { code, stderr } = await r2med(['check', '--results', temporaryFolder()]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no results')]);
  });
});

describe('results on folders', { timeout: 60_000 }, () => {
  const folders = () => {
    const task = (word: string) => ({
      'corpus.jsonl': jsonl({ id: 'd1', text: `${word} in a toe` }, { id: 'd2', text: 'other' }),
      'query.jsonl': jsonl({ id: 'q1', text: word }),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }),
    });
    const files = ['one', 'the other'].flatMap((name) =>
      Object.entries(task(name)).map(([file, text]) => [`${name}/${file}`, text]),
    );
    return writtenFolder(Object.fromEntries(files));
  };

  it('are one table, as run had just printed; leaderboard and compare filter them by --data', async () => {
    const cwd = folders();
    const data = ['--data', 'one', '--data', 'the other'];
    const ran = await r2med(['run', ...data, '--retriever', 'bm25,lsa', '--quiet'], { cwd });
    expect(ran.code).toBe(0);
    const table = await r2med(['leaderboard'], { cwd });
    expect([table.code, table.stdout]).toEqual([0, ran.stdout]);
    const tasks = async (...args: string[]) =>
      JSON.parse((await r2med([...args, '--json'], { cwd })).stdout).tasks;
    expect(await tasks('leaderboard', '--data', './one/')).toEqual(['one']);
    expect(await tasks('compare', 'bm25', 'lsa', '--data', 'the other')).toEqual(['the other']);
    expect(await tasks('compare', 'bm25', 'lsa', ...data)).toEqual(['one', 'the other']);
    const none = await r2med(['compare', 'bm25', 'lsa', '--data', 'no such'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('bm25 on no requested task')]);
  });

  it('are not mixed with a suite unless both are named; each fix is a command that works', async () => {
    const cwd = folders();
    for (const which of [
      ['--data', 'the other'],
      ['--suite', 'sample', '--task', 'Biology'],
    ])
      expect((await r2med(['run', ...which, '--retriever', 'bm25', '--quiet'], { cwd })).code).toBe(0);
    const { code, stderr } = await r2med(['leaderboard'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("Fix: choose one: --suite sample, or --data 'the other'"),
    ]);
    const both = await r2med(['leaderboard', '--suite', 'sample', '--data', 'the other', '--json'], { cwd });
    expect(JSON.parse(both.stdout).tasks).toEqual(['Biology', 'the other']);
    await changeResult(join(cwd, 'results', 'bm25', 'the other'), ({ record, queries }) => ({
      record: { ...record, task: { ...record.task, contentHash: 'other' } },
      queries,
    }));
    expect((await r2med(['run', '--data', 'the other', '--retriever', 'lsa', '--quiet'], { cwd })).code).toBe(
      0,
    );
    const other = await r2med(['compare', 'bm25', 'lsa', '--data', 'the other'], { cwd });
    expect(other.stderr).toContain("r2med run --data 'the other' --system lsa --overwrite");
  });
});

describe('what killed processes left', () => {
  it('is named by check with the way to remove it, and removed by the next run', async () => {
    const at = place();
    const out = join(at.folder, '..', '..');
    const ended = { ...thisHolder('run of bm25 on Biology'), process: await endedProcess() };
    const mark = ownerName().replace(`-${process.pid}-`, `-${ended.process}-`);
    const left = [
      join(at.folder, 'lease.json'),
      join(at.folder, `result.${mark}.unfinished`),
      join(out, '.progress', `${ended.id}.json`),
    ];
    writeFileSync(left[0]!, JSON.stringify(ended));
    mkdirSync(left[1]!);
    writeFileSync(join(left[1]!, 'record.json'), '{}');
    mkdirSync(join(out, '.progress'));
    const times = { startedAt: ended.since, updatedAt: ended.since };
    const about = { command: 'r2med run', suite: 'sample', measure: 'nDCG@10', work: [], notes: [] };
    const spending = { usd: 0, tokens: 0, requests: 0 };
    writeFileSync(
      left[2]!,
      JSON.stringify({ version: 1, pid: ended.process, holder: ended, ...times, ...about, spending }),
    );
    const { code, stderr, stdout } = await at.call('check', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results).toHaveLength(2);
    const named = left.map((path) => relative(join(out, '..'), path));
    expect(
      JSON.parse(stdout)
        .left.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual([...named].sort());
    for (const path of named) expect(stderr).toContain(`rm -r ${path}`);
    const again = await at.run();
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('was there already')]);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    expect((await at.call('check')).stderr).not.toContain('left behind');
  });

  it('is not named while its owner works', async () => {
    const at = place();
    writeFileSync(at.file('lease.json'), JSON.stringify(thisHolder('run of bm25 on Biology')));
    writeFileSync(at.file(`run.trec.${ownerName()}.unfinished`), 'half');
    expect(JSON.parse((await at.call('check', '--json')).stdout).left).toEqual([]);
    expect((await at.run()).code).toBe(0);
    expect(existsSync(at.file('lease.json'))).toBe(true);
  });
});
