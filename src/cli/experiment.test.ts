import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/written-folder.js';
import { givenFlags, planLines, planOf, taskFlagsOf } from './experiment.js';

const FILE = `suite: sample
tasks: [Biology]
systems: [bm25, {system: bm25, topK: 7}]
measures: [nDCG@10]
topK: 50
out: from-file
`;
const file = () => join(writtenFolder({ 'e.yaml': FILE }), 'e.yaml');

describe('--experiment', () => {
  it('takes tasks, measures and folder from its file', async () => {
    const plan = await planOf(file());
    expect(taskFlagsOf(plan)).toEqual({ suite: 'sample', task: ['Biology'] });
    expect([plan.out, plan.measures.map(({ name }) => name)]).toEqual(['from-file', ['nDCG@10']]);
  });

  it('lets the command line win, but for what a system sets itself', async () => {
    const plan = await planOf(file(), {
      task: ['PMC-Clinical'],
      out: 'mine',
      topK: 20,
      asPublished: true,
      measure: 'MRR',
      missing: 'skip',
    });
    expect(taskFlagsOf(plan)).toEqual({ suite: 'sample', task: ['PMC-Clinical'] });
    expect(plan).toMatchObject({ out: 'mine', missing: 'skip' });
    expect(plan.measures.map(({ name }) => name)).toEqual(['MRR', 'nDCG@10']);
    expect(plan.runs.map(({ settings }) => settings)).toEqual([
      { topK: 20, asPublished: true },
      { topK: 7, asPublished: true },
    ]);
  });

  it('runs on other tasks altogether when folders or a suite are named', async () => {
    expect(taskFlagsOf(await planOf(file(), { data: ['folder'] }))).toEqual({ data: ['folder'] });
    expect(taskFlagsOf(await planOf(file(), { suite: 'r2med' }))).toEqual({ suite: 'r2med' });
  });

  it('runs what a reranker starts from as well, once and with the same settings', async () => {
    const systems = ['bm25 > bge-reranker(10)', 'bm25 > monobert', 'bm25', 'lsa > bge-reranker(10)'];
    const text = JSON.stringify({
      systems: [...systems, { system: 'lsa > bge-reranker(10)', topK: 7, name: 'short' }],
    });
    const { runs } = await planOf(join(writtenFolder({ 'e.json': text }), 'e.json'));
    expect(runs.map(({ name, folder }) => `${folder}/${name}`).sort()).toEqual([
      '/bm25',
      '/bm25 > bge-reranker(10)',
      '/bm25 > monobert',
      '/lsa',
      '/lsa > bge-reranker(10)',
      'topK-7/lsa [topK=7]',
      'topK-7/short',
    ]);
    expect(runs.filter(({ folder }) => folder).map(({ settings }) => settings)).toEqual([
      { topK: 7 },
      { topK: 7 },
    ]);
  });

  it('refuses a name that nobody knows with its line, before anything runs', async () => {
    const text = 'systems:\n  - bm25\n  - rrf(bm25, lsb)\n';
    const wrong = join(writtenFolder({ 'e.yaml': text }), 'e.yaml');
    await expect(planOf(wrong)).rejects.toThrow(/e\.yaml:3: unknown retriever "lsb"/);
  });

  it('knows what was given from what is a default', () => {
    const command = new Command()
      .option('--top-k <n>', '', '100')
      .option('--out <folder>', '', 'results')
      .exitOverride();
    command.parse(['--out', 'results'], { from: 'user' });
    expect(givenFlags(command.opts(), command)).toEqual({ out: 'results' });
  });

  it('is told line by line before it runs', async () => {
    const { runs } = await planOf(file());
    expect(planLines(runs, ['A', 'B'])).toEqual([
      'A: bm25',
      'A: bm25 [topK=7] = bm25',
      'B: bm25',
      'B: bm25 [topK=7] = bm25',
    ]);
  });
});
