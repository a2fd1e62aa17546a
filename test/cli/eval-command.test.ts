import { describe, expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

const files = () =>
  writtenFolder({
    'qrels.txt': 'q1 0 a 1\nq1 0 b 2\nq1 0 n 0\nq2 0 c 1\n',
    'good.trec': 'q1 Q0 b 1 3 x\nq1 Q0 a 2 2 x\nq2 Q0 c 1 1 x\n',
    'poor.trec': 'q1 Q0 n 1 3 x\nq1 Q0 u 2 2 x\nq1 Q0 a 3 1 x\n',
    'more.trec': 'q1 Q0 b 1 3 x\nq1 Q0 a 2 2 x\nq2 Q0 c 1 1 x\nq9 Q0 c 1 1 x\n',
  });

const evaluated = (runs: readonly string[], ...more: readonly string[]) =>
  r2med(['eval', '--judgements', 'qrels.txt', '--run', ...runs, ...more], { cwd: files() });

describe('r2med eval', () => {
  it('takes measures by the names of trec_eval and ir_measures, and prints its own', async () => {
    const { stdout } = await evaluated(
      ['poor.trec'],
      '--measures',
      'ndcg_cut_10,recip_rank,P.1,3,R@100,AP,bpref,Judged@3,P(rel=2)@1',
      '--json',
    );
    const { means, queries } = JSON.parse(stdout);
    expect(Object.keys(means)).toEqual([
      'nDCG@10',
      'MRR',
      'P@1',
      'P@3',
      'Recall@100',
      'MAP',
      'bpref',
      'Judged@3',
      'P(rel=2)@1',
    ]);
    expect(queries.q1).toMatchObject({ MRR: 1 / 3, bpref: 0, 'Judged@3': 2 / 3, 'P(rel=2)@1': 0 });
  });

  it('sums counts, multiplies for geometric means, and looks at judged documents alone', async () => {
    const { stdout } = await evaluated(
      ['poor.trec'],
      '--measures',
      'num_rel,num_rel_ret,gm_map,MRR(only=judged),DCG@3,nDCG(gains=exponential)@3',
      '--json',
    );
    const { means, queries } = JSON.parse(stdout);
    expect(means).toMatchObject({ NumRel: 3, NumRelRet: 1, 'MRR(only=judged)': 1 / 4 });
    // Average precision is 1/6 and 0, which counts as 0.00001.
    expect(means.GMAP).toBeCloseTo(Math.sqrt(1e-5 / 6), 12);
    expect(queries.q1['DCG@3']).toBe(1 / 2);
    expect(queries.q1['nDCG(gains=exponential)@3']).toBe(1 / 2 / (3 + 1 / Math.log2(3)));
  });

  it.each(['run --system bm25', 'leaderboard', 'compare bm25 lsa'])(
    'alone shows what is no mean of shares: %s refuses it',
    async (verb) => {
      for (const measure of ['DCG@10', 'NumRel', 'GMAP']) {
        const { code, stderr } = await r2med([...verb.split(' '), '--measure', measure], { cwd: files() });
        expect(code).toBe(2);
        expect(stderr).toMatch(/no shares between 0 and 1|no mean over queries/);
        expect(stderr).toContain(`r2med eval --judgements FILE --run FILE --measures "${measure}"`);
      }
    },
  );

  it('lists every measure in its help, and the nearest where one is unknown', async () => {
    const { stdout } = await r2med(['eval', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'nDCG, nDCG@k, MAP, MAP@k, Recall@k, P@k, MRR, MRR@k, Hit@k, Rprec, bpref, infAP, ERR, ERR@k, RBP, RBP@k, Judged, Judged@k, CappedMAP@k, MicroRecall@k',
    );
    const unknown = await evaluated(['good.trec'], '--measures', 'recip_rnk');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('did you mean "recip_rank"?');
  });

  it('says how many queries of a run it leaves out, since they have no judgements', async () => {
    const [good, more] = [await evaluated(['good.trec']), await evaluated(['more.trec'])];
    expect(good.stderr).toBe('');
    expect(more.stderr).toBe('1 query of the run without judgements: ignored\n');
    expect(more.stdout).toBe(good.stdout);
  });

  it('makes a row of each run file, whether the flag is repeated or not', async () => {
    const table = await evaluated(['good.trec', 'poor.trec'], '--measures', 'nDCG@10,MRR');
    expect(table.stdout.split('\n').slice(0, 4)).toEqual([
      'run        nDCG@10      MRR',
      '─────────  ───────  ───────',
      'good.trec  1.00000  1.00000',
      'poor.trec  0.09502  0.16667',
    ]);
    expect(table.stderr).toBe('poor.trec: 1 of 2 judged queries have no ranking: counted 0\n');
    const repeated = await evaluated(['good.trec'], '--run', 'poor.trec', '--measures', 'nDCG@10,MRR');
    expect(repeated.stdout).toBe(table.stdout);
  });

  it('prints several runs as a list in JSON, and one as ever', async () => {
    const [several, one] = await Promise.all([
      evaluated(['good.trec', 'poor.trec'], '--measures', 'MRR', '--json'),
      evaluated(['good.trec'], '--measures', 'MRR', '--json'),
    ]);
    const good = { means: { MRR: 1 }, queries: { q1: { MRR: 1 }, q2: { MRR: 1 } } };
    expect(JSON.parse(one.stdout)).toEqual(good);
    expect(JSON.parse(several.stdout)).toEqual({
      runs: [
        { run: 'good.trec', ...good },
        { run: 'poor.trec', means: { MRR: 1 / 6 }, queries: { q1: { MRR: 1 / 3 }, q2: { MRR: 0 } } },
      ],
    });
  });

  it('shows the queries of several runs under one another', async () => {
    const { stdout } = await evaluated(['good.trec', 'poor.trec'], '--measures', 'MRR', '--per-query');
    expect(stdout).toBe(
      [
        'query  run            MRR',
        '─────  ─────────  ───────',
        'q1     good.trec  1.00000',
        'q1     poor.trec  0.33333',
        'q2     good.trec  1.00000',
        'q2     poor.trec  0.00000',
        'mean   good.trec  1.00000',
        'mean   poor.trec  0.16667',
        '',
      ].join('\n'),
    );
  });
});
