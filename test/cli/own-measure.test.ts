import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/own-measure.mjs', import.meta.url));

/** A folder for all tests of this file. */
const written = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

const folder = written({
  'qrels.txt': 'q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 2\nq2 0 d1 1\n',
  'a.trec': 'q1 Q0 d2 1 3 a\nq1 Q0 d3 2 2 a\nq1 Q0 d1 3 1 a\nq2 Q0 d1 1 1 a\n',
  'b.trec': 'q1 Q0 d3 1 3 b\nq1 Q0 d1 2 2 b\nq2 Q0 d1 1 1 b\n',
  'corpus.jsonl': jsonl(...['d1', 'd2', 'd3'].map((id) => ({ id, text: id }))),
  'query.jsonl': jsonl({ id: 'q1', text: 'one' }, { id: 'q2', text: 'two' }),
  'seen.mjs': `export default [
    { name: 'first-is-d1', score: ({ order }) => Number(order[0]?.docId === 'd1') },
    { name: 'depth', unbounded: true, score: ({ hits, judgements }) => hits + judgements.size },
  ];`,
  'nan.mjs': `export default { name: 'broken', score: ({ hits }) => (hits > 1 ? Number.NaN : 1) };`,
  'throws.mjs': `export default { name: 'broken', score: () => { throw new Error('out of cheese'); } };`,
  'text.mjs': `export default { name: 'broken', score: () => 'high' };`,
  'wide.mjs': `export default { name: 'wide', score: () => 7 };`,
  'taken.mjs': `export default { name: 'ndcg_cut_10', score: () => 1 };`,
  'none.mjs': `export const score = () => 1;`,
  'unnamed.mjs': `export default { name: 'a,b', score: () => 1 };`,
  'syntax.mjs': 'export default {',
});
const at = (name: string) => join(folder, name);
const evaluate = (measures: string) =>
  r2med(['eval', '--judgements', at('qrels.txt'), '--run', at('a.trec'), '--measures', measures, '--json']);

describe('a measure of one’s own', () => {
  it('is scored by eval with others, and sees the documents', async () => {
    const { code, stdout } = await evaluate(`nDCG@10,module:${at('seen.mjs')},module:${EXAMPLE}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      means: { 'nDCG@10': expect.any(Number), 'first-is-d1': 0.5, depth: 4, 'half-found@10': 0.95 },
      queries: { q1: { 'first-is-d1': 0, depth: 6, 'half-found@10': 0.9 }, q2: { 'half-found@10': 1 } },
    });
  });

  it('is compared and gated on, under its name', async () => {
    const files = ['compare', at('a.trec'), at('b.trec'), '--data', folder];
    const own = ['--measure', `module:${EXAMPLE}`, '--fail-if-worse', 'half-found@10'];
    const { code, stdout, stderr } = await r2med([...files, ...own, '--fail-below', 'half-found@10=0.99']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^half-found@10 +A +B/m)]);
    expect(stderr).toContain('holds: half-found@10 of');
    const back = [files[0]!, files[2]!, files[1]!, ...files.slice(3)];
    expect((await r2med([...back, ...own])).code).toBe(1);
  });

  it('is compared on records, from their rankings', async () => {
    const run = ['run', '--data', folder, '--system', 'bm25', '--system', 'bm25-lucene', '--quiet'];
    expect((await r2med(run, { cwd: folder })).code).toBe(0);
    const compare = ['compare', 'bm25', 'bm25-lucene', '--measure', `module:${at('seen.mjs')}`, '--json'];
    const { code, stderr } = await r2med(compare, { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining('depth, whose values are no shares')]);
    const found = await r2med([...compare.slice(0, 4), `module:${EXAMPLE}`, '--json'], { cwd: folder });
    expect(JSON.parse(found.stdout)).toMatchObject({
      measure: 'half-found@10',
      systems: [{ rows: [{ a: expect.any(Number) }] }],
    });
  });

  it.each([
    ['nan.mjs', 'broken of query "q1" is NaN; expected a number for every query'],
    ['text.mjs', 'broken of query "q1" is high; expected a number'],
    ['throws.mjs', 'throws.mjs: broken failed: out of cheese'],
    ['wide.mjs', 'wide gave 7; expected a share from 0 to 1'],
    ['taken.mjs', 'a measure named ndcg_cut_10, which there is already'],
    ['none.mjs', 'no measure; expected a default export { name, score(ranking) }'],
    ['unnamed.mjs', 'a measure named "a,b"'],
    ['syntax.mjs', 'a module that cannot be loaded'],
    ['nothing.mjs', 'no such file'],
  ])('%s is an error, never a score', async (file, message) => {
    const { code, stdout, stderr } = await evaluate(`nDCG@10,module:${at(file)}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('has a name of its own', async () => {
    const { code, stderr } = await evaluate(`module:${EXAMPLE},module:${EXAMPLE}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('two measures named "half-found@10"')]);
  });
});

describe('judgements of aspects', () => {
  const aspects = written({
    'diversity.txt': 'q1 1 d1 1\nq1 2 d1 0\nq1 2 d2 1\nq1 1 d3 2\nq2 1 d1 1\n',
    'twice.txt': 'q1 1 d1 1\nq1 2 d1 1\nq1 2 d1 0\n',
    'run.trec': 'q1 Q0 d3 1 3 a\nq1 Q0 d1 2 2 a\nq1 Q0 d2 3 1 a\nq2 Q0 d1 1 1 a\n',
  });
  const scored = (judgements: string, measures: string) =>
    r2med([
      'eval',
      '--judgements',
      join(aspects, judgements),
      '--run',
      join(aspects, 'run.trec'),
      '--measures',
      measures,
      '--json',
    ]);

  it('are the second column of TREC files where it differs; other measures see the highest grade', async () => {
    const { code, stdout } = await scored('diversity.txt', 'AspectRecall@2,alpha_nDCG@3,NumRel,DCG@1');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).queries).toMatchObject({
      q1: { 'AspectRecall@2': 0.5, NumRel: 3, 'DCG@1': 2 },
      q2: { 'AspectRecall@2': 1, 'alpha_nDCG@3': 1 },
    });
    const ideal = 1 + 1 / Math.log2(3) + 0.5 / 2;
    expect(JSON.parse(stdout).queries.q1['alpha_nDCG@3']).toBeCloseTo(
      (1 + 0.5 / Math.log2(3) + 1 / 2) / ideal,
      12,
    );
  });

  it('a file without them is refused, and so is one that grades an aspect twice', async () => {
    const { code, stderr } = await r2med([
      ...['eval', '--judgements', at('qrels.txt'), '--run', at('a.trec'), '--measures', 'alpha_nDCG@10'],
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('alpha_nDCG on judgements without aspects')]);
    const twice = await scored('twice.txt', 'AspectRecall@2');
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringMatching(
        /twice\.txt:3: grade 0 .*graded 1 for aspect "2" before; expected one grade per query, aspect and document/,
      ),
    ]);
  });
});
