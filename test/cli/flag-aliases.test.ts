import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const cwd = temporaryFolder();
const env = { R2MED_HOME: join(cwd, 'home') };
const call = (line: string) => r2med(line.split(' '), { cwd, env });
const SAMPLE = '--suite sample --task Biology';

beforeAll(async () => {
  expect((await call(`run ${SAMPLE} --retriever bm25,lsa --quiet`)).code).toBe(0);
}, 60_000);

describe('a name that a flag had before still works, and a note says the new one', () => {
  it.each([
    ['compare bm25 lsa --queries 0', 'compare bm25 lsa --show-queries 0', '--queries is now --show-queries'],
    [
      'compare bm25 lsa --show-queries 0 --by family,overlap --by overlap',
      'compare bm25 lsa --show-queries 0 --slice family --slice overlap --slice overlap',
      '--by is now --slice',
    ],
    [
      'compare bm25 lsa --fail-if-worse MRR --by 1',
      'compare bm25 lsa --fail-if-worse MRR --tolerance 1',
      '--by is now --tolerance',
    ],
    ['leaderboard --out results', 'leaderboard --results results', '--out is now --results'],
    [
      `nano build --suite sample --from Biology --out n --dry-run --queries 2 --documents=30 --depth 9`,
      `nano build --suite sample --from Biology --out n --dry-run --max-queries 2 --max-documents=30 --list-depth 9`,
      '--queries is now --max-queries\n--documents is now --max-documents\n--depth is now --list-depth',
    ],
    [
      `run ${SAMPLE} --retriever bm25 --dry-run --texts each --searches 2 --turns 2 --candidates 3`,
      `run ${SAMPLE} --retriever bm25 --dry-run --text-mode each --max-searches 2 --max-turns 2 --max-candidates 3`,
      '--texts is now --text-mode',
    ],
    [
      `generate ${SAMPLE} --method hyde --llm served:http://localhost:1#m --dry-run --limit 1`,
      `generate ${SAMPLE} --method hyde --llm served:http://localhost:1#m --dry-run --max-queries 1`,
      '--limit is now --max-queries',
    ],
    [
      `judge ${SAMPLE} --gar hyde --llm sample-writer --judge served:http://localhost:1#m --dry-run --queries`,
      `judge ${SAMPLE} --gar hyde --llm sample-writer --judge served:http://localhost:1#m --dry-run --per-query`,
      '--queries is now --per-query',
    ],
  ])('%s', async (former, present, note) => {
    const [was, is] = [await call(former), await call(present)];
    expect([was.code, was.stdout]).toEqual([is.code, is.stdout]);
    expect(is.stdout).not.toBe('');
    expect(was.stderr).toContain(note);
    expect(is.stderr).not.toContain('is now');
    expect((await call(`${former} --quiet`)).stderr).not.toContain('is now');
  });

  it('a value that is wrong is told by the name that was typed', async () => {
    const { code, stderr } = await call(`generate ${SAMPLE} --method hyde --limit some`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("'--limit <n>' argument 'some' is invalid")]);
  });
});

describe('names of other tools are accepted without a note', () => {
  const QRELS = join('results', 'bm25', 'Biology');

  it.each([
    [
      `run ${SAMPLE} --method hyde --llm sample-writer --retriever bm25 --dry-run`,
      'hyde(sample-writer) > bm25',
    ],
    [`run ${SAMPLE} --retriever bm25 --reranker bge-reranker --rerank-depth 5 --dry-run`, 'bge-reranker'],
    [`generate ${SAMPLE} --gar hyde --show-prompt`, '### Biology'],
    ['leaderboard --measures Recall@10', 'bm25'],
  ])('%s', async (line, shown) => {
    expect(await call(line)).toEqual({
      code: 0,
      stdout: expect.stringContaining(shown),
      stderr: expect.not.stringContaining('is now'),
    });
  });

  it('eval takes --qrels and --metrics', async () => {
    const { code, stderr } = await call(`eval --qrels none.txt --run ${QRELS}/run.trec --metrics nDCG@10`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.txt')]);
  });

  it('two names of one flag must agree, in whichever order', async () => {
    for (const two of ['--method hyde --gar lamer', '--gar lamer --method hyde']) {
      const { code, stderr } = await call(`generate ${SAMPLE} ${two} --show-prompt`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--method hyde and --gar lamer')]);
    }
    expect((await call(`generate ${SAMPLE} --method hyde --gar hyde --show-prompt`)).code).toBe(0);
  });
});
