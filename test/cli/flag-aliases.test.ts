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

describe('names of other tools and other verbs are accepted', () => {
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
      stderr: expect.any(String),
    });
  });

  it('--quiet of leaderboard leaves out the notes', async () => {
    const line = 'leaderboard --measure Recall@100';
    expect((await call(line)).stderr).toContain('Recall@100 means little here');
    expect((await call(`${line} --quiet`)).stderr).toBe('');
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
