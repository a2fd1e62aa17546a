import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TuningResult } from '../../src/analysis/tuning/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** Of each query, the relevant document says its word twice and is long; another says it once and is short: found first only without a length. */
const lengthTask = (name: string): string => {
  const words = Array.from({ length: 30 }, (_, i) => `symptom${i}`);
  const filler = Array.from({ length: 60 }, (_, i) => `filler${i}`).join(' ');
  return writtenFolder(
    {
      'corpus.jsonl': jsonl(
        ...words.flatMap((word, i) => [
          { id: `long-${i}`, text: `${word} ${word} ${filler}` },
          { id: `short-${i}`, text: `${word} alone` },
        ]),
      ),
      'query.jsonl': jsonl(...words.map((word, i) => ({ id: `${name}-${i}`, text: `${word} ${name}` }))),
      'qrels.jsonl': jsonl(...words.map((_, i) => ({ q_id: `${name}-${i}`, p_id: `long-${i}`, score: 1 }))),
    },
    name,
  );
};

const cwd = temporaryFolder();
const call = (line: string, ...more: string[]) =>
  r2med(['tune', ...line.split(' '), ...more], { cwd, env: { R2MED_HOME: join(cwd, 'home') } });

it('finds a known optimum, reports on queries that were not tuned on, and says what was tuned on what', async () => {
  const data = lengthTask('lengths');
  const open = ['--system', 'bm25-lucene(b=?)', '--data', data];
  const { code, stdout, stderr } = await call('--folds 3 --trials 5 --measure MRR --json', ...open);
  expect([code, stderr.includes('done in')]).toEqual([0, true]);
  const result = JSON.parse(stdout) as TuningResult;
  expect(result).toMatchObject({
    system: 'bm25-lucene(b=?)',
    measure: 'MRR',
    validation: { by: 'queries', folds: 3, seed: 1 },
    untuned: { system: 'bm25-lucene', score: 0.5 },
    tuned: { score: 1 },
    gain: { difference: 0.5, isGain: true, interval: { low: 0.5, high: 0.5 } },
    best: { system: 'bm25-lucene(b=0)', values: { 'bm25-lucene b': '0' } },
  });
  expect(result.folds.map(({ chosen, tunedOn, reportedOn }) => [chosen, tunedOn, reportedOn])).toEqual(
    Array(3).fill(['bm25-lucene(b=0)', 20, 10]),
  );
  expect(result.queries).toHaveLength(30);
  expect(JSON.parse(readFileSync(join(cwd, 'tuning/bm25-lucene-b.tuning.json'), 'utf8'))).toEqual(result);

  // The same command goes on with what is there; a second look with other folds is said to be one.
  const again = await call('--folds 3 --trials 5 --measure MRR', ...open);
  expect(again.stderr).toContain('was there already');
  expect(again.stderr).not.toContain('done in');
  expect(again.stdout).toContain('Gain against bm25-lucene: +50.00');
  const second = await call('--folds 3 --trials 5 --measure MRR --seed 2', ...open);
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('with another seed')]);
});

it('leaves one task out at a time, and refuses queries that both have', async () => {
  const [one, two] = [lengthTask('first'), lengthTask('second')];
  const system = ['--system', 'weighted(bm25-lucene, bm25-lucene(b=0), weights=?)'];
  const line = '--leave-one-task-out --trials 3 --measure MRR --json --quiet';
  const { stdout } = await call(line, ...system, '--data', one, '--data', two);
  const { folds, validation } = JSON.parse(stdout) as TuningResult;
  expect(validation).toEqual({ by: 'task' });
  expect(folds.map(({ fold, reportedOn }) => [fold, reportedOn])).toEqual([
    ['first', 30],
    ['second', 30],
  ]);
  const alone = await call(line, ...system, '--data', one);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('one task to leave out')]);
});

it('reports on the queries that were tuned on only where that is said', async () => {
  const open = ['--system', 'bm25-lucene(b=?)', '--data', lengthTask('same'), '--out', 'same'];
  const refused = await call('--folds 1', ...open);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('say --same-queries')]);
  const { code, stdout } = await call('--same-queries --trials 3 --quiet', ...open);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Not an estimate')]);
});

it('says what would be tried, and refuses what it cannot tune', async () => {
  const data = lengthTask('dry');
  const { stdout } = await call('--trials 2 --dry-run --system bm25(b=?)', '--data', data);
  expect(stdout.replaceAll(data, 'dry').trim().split('\n').sort()).toEqual([
    'dry: bm25',
    'dry: bm25(b=0)',
    'dry: bm25(b=1)',
  ]);
  const nothing = await call('--system bm25', '--data', data);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to tune')]);
  const folds = await call('--folds 40 --system bm25(b=?)', '--data', data);
  expect([folds.code, folds.stderr]).toEqual([2, expect.stringContaining('40 folds for the 30 queries')]);
});

it('finds from which length of a query the second system of a gate is right, and what explain says of it', async () => {
  // Short queries ask for the long document, which is first without a length; queries of 20 words for the short one.
  const words = Array.from({ length: 30 }, (_, i) => `symptom${i}`);
  const filler = Array.from({ length: 60 }, (_, i) => `filler${i}`).join(' ');
  const isShort = (i: number): boolean => i % 2 === 0;
  const data = writtenFolder(
    {
      'corpus.jsonl': jsonl(
        ...words.flatMap((word, i) => [
          { id: `long-${i}`, text: `${word} ${word} ${filler}` },
          { id: `short-${i}`, text: `${word} alone` },
        ]),
      ),
      'query.jsonl': jsonl(
        ...words.map((word, i) => ({
          id: `q${i}`,
          text: isShort(i) ? word : `${word}${' unsaid'.repeat(19)}`,
        })),
      ),
      'qrels.jsonl': jsonl(
        ...words.map((_, i) => ({ q_id: `q${i}`, p_id: `${isShort(i) ? 'long' : 'short'}-${i}`, score: 1 })),
      ),
    },
    'gated',
  );
  const parts = 'bm25-lucene(b=0), bm25-lucene(b=1)';
  const { stdout } = await call(
    '--folds 3 --trials 5 --measure MRR --json',
    ...['--system', `gate(${parts}, length=0..40)`, '--data', data],
  );
  const result = JSON.parse(stdout) as TuningResult;
  expect(result).toMatchObject({
    untuned: { system: `gate(${parts})`, score: 0.75 },
    tuned: { score: 1 },
    gain: { isGain: true },
    best: { system: `gate(${parts}, length=10)`, values: { 'gate length': '10' } },
  });
  const explained = await r2med(
    ['explain', '--data', data, '--query', 'q1', '--system', result.best.system],
    { cwd, env: { R2MED_HOME: join(cwd, 'home') } },
  );
  expect(explained.stdout + explained.stderr).toContain('gate took bm25-lucene(b=1): length 20 reaches 10');
});
