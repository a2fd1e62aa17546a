import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rerankerEntries } from '../../src/models/scorers/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const inTest = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.error('\n*** python3 IS MISSING ON THIS MACHINE: python/worker.py WAS NOT RUN ***\n');

interface Served {
  readonly hello: Readonly<Record<string, unknown>>;
  readonly batches: readonly (readonly [string, ...number[]])[];
  readonly answers: readonly {
    readonly lengths: readonly number[];
    readonly errors?: unknown;
    readonly error?: string;
  }[];
}

describe.runIf(hasPython)('the worker in Python', () => {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', inTest('python/serving_check.py')], {
    encoding: 'utf8',
  });
  const cases = JSON.parse(stdout || '{}') as Record<'sides' | 'memory' | 'bad', Served>;
  const sizes = ({ batches }: Served): readonly number[] =>
    batches.map(([, ...lengths]) => lengths.reduce((sum, each) => sum + each));

  it('says how much it wants to have at once', () => {
    expect([status, cases.sides.hello]).toEqual([
      0,
      { r2med: 1, name: 'stub', version: '2', pairwise: true, inFlight: 16, batchSize: 1024, dimensions: 2 },
    ]);
  });

  it('puts texts of one encoder into a batch, of several requests too', () => {
    for (const [side, ...lengths] of cases.sides.batches)
      expect(lengths).toEqual(lengths.map(() => (side === 'query' ? 3 : 2)));
    expect(cases.sides.answers.map(({ lengths }) => lengths)).toEqual([[3], [2], [2]]);
  });

  it('halves its batches when memory is out and goes on so; a text that never fits fails alone', () => {
    expect(Math.max(...sizes(cases.memory))).toBe(16);
    expect(stderr.match(/out of memory with a batch of \d+; going on with \d+/g)).toEqual([
      'out of memory with a batch of 64; going on with 32',
      'out of memory with a batch of 32; going on with 16',
    ]);
    const [first, second] = cases.memory.answers;
    expect(first!.lengths).toEqual(Array(16).fill(4));
    expect(second!.lengths.slice(0, 4)).toEqual([4, 4, 4, 4]);
    expect(second!.errors).toEqual([null, null, null, null, 'MemoryError: no room for 17']);
  });

  it('lets a bad text fail alone, and a request that it cannot read be asked for again in halves', () => {
    const [bad, unreadable, none] = cases.bad.answers;
    expect(bad).toMatchObject({ lengths: [4, 0, 2], errors: [null, 'RuntimeError: a bad text', null] });
    expect(unreadable!.error).toBe('ValueError: cannot be read');
    expect(none!.lengths).toEqual([]);
  });
});

describe('a reranker in Python', () => {
  const data = () =>
    writtenFolder({
      'corpus.jsonl': jsonl(
        { id: 'd0', text: 'gout of the big toe' },
        { id: 'd1', text: 'the toe' },
        { id: 'd2', text: 'toe toe toe toe' },
      ),
      'query.jsonl': jsonl({ id: 'q1', text: 'gout of the toe' }),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd0', score: 1 }),
    });
  const run = (log: string, ...flags: readonly string[]) =>
    r2med(
      [
        ...['run', '--data', data(), '--system', 'bm25 > bge-reranker(3)', '--python', 'python3'],
        ...['--python-library', 'stub_library', '--json', ...flags],
      ],
      { env: { PYTHONPATH: inTest('python'), PYTHONDONTWRITEBYTECODE: '1', STUB_LOG: log } },
    );

  it.runIf(hasPython)('gets what its entry says, and scores pairs', async () => {
    const log = temporaryFolder();
    const { code, stdout, stderr } = await run(log);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { records } = JSON.parse(stdout);
    const reranked = records.find(({ facts }: { facts: object }) => 'reranking' in facts);
    expect(reranked.facts.reranking).toMatchObject({ pairs: 3, failed: 0 });
    expect(JSON.stringify(reranked.spec)).not.toContain('worker.py');
    const entry = rerankerEntries()['bge-reranker']!;
    expect(JSON.parse(readFileSync(join(log, 'bge-reranker.json'), 'utf8'))).toMatchObject({
      model: entry.model,
      loader: 'scorer',
      tokens: entry.tokens,
      truncation: 'longest-first',
      head: 'one-logit',
      form: { query: { prefix: '', suffix: '' }, document: { prefix: '', suffix: '' } },
      published: 'fp32',
      precision: null,
    });
  });

  it('that has no model for it says which back ends it has', async () => {
    const { code, stderr } = await r2med([
      ...['run', '--data', data(), '--system', 'bm25 > bge-reranker-gemma(3)', '--python', 'python3'],
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'bge-reranker-gemma (BAAI/bge-reranker-v2-gemma) is not run by python/worker.py',
    );
  });
});
