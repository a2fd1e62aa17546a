import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A task in which every id is both a query and the one document relevant to it. */
const taskFolder = (parent: string, name: string, ids: readonly string[]): string => {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const write = (file: string, rows: readonly unknown[]): void =>
    writeFileSync(join(folder, file), lines(rows));
  write(
    'corpus.jsonl',
    ids.map((id, i) => ({ id, text: `fever word${i}` })),
  );
  write(
    'query.jsonl',
    ids.map((id, i) => ({ id, text: `word${i}` })),
  );
  write(
    'qrels.jsonl',
    ids.map((id) => ({ q_id: id, p_id: id, score: 1 })),
  );
  return folder;
};

const must = async (args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> => {
  const { code, ...said } = await r2med(args, { cwd });
  expect({ code, stderr: code === 0 ? '' : said.stderr }).toEqual({ code: 0, stderr: '' });
  return said;
};

/** Through run, leaderboard, compare and eval; gives back everything that was printed as text. */
const throughEverything = async (task: string, ids: readonly string[]): Promise<string> => {
  const cwd = temporaryFolder();
  const folder = taskFolder(cwd, task, ids);
  const ran = await must(
    ['run', '--data', folder, '--retriever', 'bm25', '--retriever', 'lsa', '--out', 'out'],
    cwd,
  );
  const board = await must(['leaderboard', '--results', 'out'], cwd);
  const json = JSON.parse((await must(['leaderboard', '--results', 'out', '--json'], cwd)).stdout);
  const [kept] = json.rows;
  expect(Object.keys(kept.scores)).toEqual([task]);
  const compared = await must(['compare', 'out/bm25', 'out/lsa', '--show-queries', '5'], cwd);
  const run = (await listed(join(cwd, 'out'))).find(
    (file) => file.includes('bm25') && file.endsWith('run.trec'),
  )!;
  const queries = readFileSync(run.replace(/run\.trec$/, 'queries.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const rows = queries.map((line) => JSON.parse(line) as { id: string; ranks: object });
  expect(rows.map(({ id }) => id)).toEqual(ids);
  for (const { id, ranks } of rows) expect(Object.entries(ranks)).toEqual([[id, 1]]);
  const judged = ['--judgements', join(folder, 'qrels.jsonl'), '--run', run];
  const scored = JSON.parse((await must(['eval', ...judged, '--json'], cwd)).stdout);
  expect(Object.keys(scored.queries).toSorted()).toEqual([...ids].toSorted());
  for (const scores of Object.values(scored.queries) as Record<string, number>[])
    expect(scores['nDCG@10']).toBe(1);
  const perQuery = await must(['eval', ...judged, '--per-query'], cwd);
  expect(perQuery.stdout.trimEnd().split('\n')).toHaveLength(ids.length + 3);
  return [ran, board, compared, perQuery].map(({ stdout, stderr }) => stdout + stderr).join('');
};

const listed = async (folder: string): Promise<string[]> => {
  const { readdir } = await import('node:fs/promises');
  return (await readdir(folder, { recursive: true })).map((file) => join(folder, file));
};

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('names that every object has', () => {
  it.each(['__proto__', 'constructor'])(
    'a task %s with such ids runs, is saved, shown and compared',
    async (task) => {
      expect(await throughEverything(task, INHERITED)).toContain(task);
    },
    60_000,
  );

  it.each([
    ['run', '--suite', 'constructor', '--retriever', 'bm25'],
    ['run', '--task', '__proto__', '--retriever', 'bm25'],
    ['run', '--suite', 'sample', '--retriever', 'toString'],
    ['run', '--suite', 'sample', '--retriever', 'bm25(constructor=1)'],
    ['run', '--suite', 'sample', '--retriever', 'bm25', '--reranker', 'hasOwnProperty'],
    ['run', '--suite', 'sample', '--retriever', 'bm25', '--measure', 'constructor'],
    ['eval', '--judgements', 'constructor', '--run', 'toString', '--ties', '__proto__'],
    ['generate', '--suite', 'sample', '--gar', 'constructor', '--llm', 'toString'],
    ['models', 'show', 'constructor'],
    ['fetch', '--task', 'toString'],
    ['constructor'],
    ['analyze', '--analyzer', '__proto__', 'x'],
    ['nano', 'constructor'],
    ['reproduce', '--source', 'constructor'],
  ])('%j is refused in words', async (...args) => {
    const { code, stderr } = await r2med(args.flat());
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.not.stringMatching(/^\s+at |native code|TypeError/m),
    });
  });
});

/** All that a terminal would obey, and line ends inside ids. */
const OBEYED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;
const HOSTILE = [
  '\u001b]0;owned\u0007',
  '\u009b31mred',
  '\u202egnol',
  'two\nlines',
  'tab\tbed',
  '\u2028',
  '\r over',
  '日本語',
];

describe('names that a terminal would obey', () => {
  it('reach neither stdout nor stderr of run, leaderboard, compare and eval', async () => {
    const printed = await throughEverything('t\u001b[31m\u202e', HOSTILE);
    expect(printed).not.toMatch(OBEYED);
    expect(printed).toContain('\\u{1b}]0;owned\\u{7}');
    expect(printed).toContain('two\\nlines');
  }, 60_000);

  it('are shown in errors, suggestions and help of any verb', async () => {
    const evil = '\u001b[2J\u009b\u202e';
    const calls = [
      [evil],
      ['run', `--${evil}`],
      ['run', '--suite', evil, '--retriever', 'bm25'],
      ['run', '--data', evil, '--retriever', 'bm25'],
      ['run', '--suite', 'sample', '--retriever', `bm25${evil}`],
      ['run', `${evil}.yaml`],
      ['eval', '--judgements', evil, '--run', evil],
      ['compare', evil, evil],
      ['models', 'show', evil],
      ['fetch', '--task', evil],
      ['analyze', '--analyzer', evil],
    ];
    for (const args of calls) {
      const { code, stdout, stderr } = await r2med(args);
      expect({ args, code, raw: OBEYED.test(stdout + stderr) }).toEqual({ args, code: 2, raw: false });
    }
  }, 60_000);

  it('come out of --json as the same value, escaped', async () => {
    const cwd = temporaryFolder();
    const folder = taskFolder(cwd, 'T', HOSTILE);
    writeFileSync(
      join(cwd, 'run.json'),
      JSON.stringify(Object.fromEntries(HOSTILE.map((id) => [id, { [id]: 1 }]))),
    );
    const { stdout } = await must(
      ['eval', '--judgements', join(folder, 'qrels.jsonl'), '--run', 'run.json', '--json'],
      cwd,
    );
    expect(stdout).not.toMatch(OBEYED);
    expect(Object.keys(JSON.parse(stdout).queries).toSorted()).toEqual(HOSTILE.toSorted());
  });
});

describe('any names', () => {
  const id = fc.oneof(
    fc.constantFrom(...INHERITED, ...HOSTILE),
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text && !/\s/.test(text)),
  );
  it('run through everything, and print nothing raw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id, { minLength: 2, maxLength: 5 }), async (ids) => {
        expect(await throughEverything('toString', ids)).not.toMatch(OBEYED);
      }),
      { numRuns: 3 },
    );
  }, 120_000);
});
