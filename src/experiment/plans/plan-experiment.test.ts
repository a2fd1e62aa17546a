import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import type { ExperimentPlan } from './expand.js';
import { planExperiment, planSystems } from './plan-experiment.js';

const FILE = `suite: sample
tasks: [Biology]
systems: [bm25, {system: bm25, topK: 7}]
measures: [nDCG@10]
topK: 50
out: from-file
`;
const file = () => join(writtenFolder({ 'e.yaml': FILE }), 'e.yaml');

const tasksOf = ({ suite, tasks, data }: ExperimentPlan) => ({
  ...(suite !== undefined && { suite }),
  ...(tasks && { tasks }),
  ...(data && { data }),
});

describe("the plan of an experiment's file", () => {
  it('takes tasks, measures and folder from its file', async () => {
    const plan = await planExperiment(file());
    expect(tasksOf(plan)).toEqual({ suite: 'sample', tasks: ['Biology'] });
    expect([plan.out, plan.measures.map(({ name }) => name)]).toEqual(['from-file', ['nDCG@10']]);
  });

  it('takes the LLM that the caller names where its systems have {llm}, and says where they have none', async () => {
    const written = (systems: string) => join(writtenFolder({ 'e.yaml': systems }), 'e.yaml');
    const open = written('systems: ["hyde({llm}) > bm25", bm25]\nvariants: { llm: [gpt4, o3-mini] }\n');
    const systems = async (llm?: string) =>
      (await planExperiment(open, llm === undefined ? {} : { llm })).runs.map(({ system }) => system).sort();
    expect(await systems()).toEqual(['bm25', 'hyde(gpt4) > bm25', 'hyde(o3-mini) > bm25']);
    expect(await systems('gguf:small.gguf')).toEqual(['bm25', 'hyde(gguf:small.gguf) > bm25']);
    // Its values may come from the caller alone.
    const without = written('systems: ["hyde({llm}) > bm25"]\n');
    expect((await planExperiment(without, { llm: 'gpt4' })).runs).toMatchObject([
      { system: 'hyde(gpt4) > bm25' },
    ]);
    await expect(planExperiment(file(), { llm: 'gpt4' })).rejects.toThrow('--llm, and no system with {llm}');
  });

  it('lets the caller win, but for what a system sets itself', async () => {
    const plan = await planExperiment(file(), {
      tasks: ['PMC-Clinical'],
      out: 'mine',
      topK: 20,
      asPublished: true,
      measure: 'MRR',
      missing: 'skip',
    });
    expect(tasksOf(plan)).toEqual({ suite: 'sample', tasks: ['PMC-Clinical'] });
    expect(plan).toMatchObject({ out: 'mine', missing: 'skip' });
    expect(plan.measures.map(({ name }) => name)).toEqual(['MRR', 'nDCG@10']);
    expect(plan.runs.map(({ settings }) => settings)).toEqual([
      { topK: 20, asPublished: true },
      { topK: 7, asPublished: true },
    ]);
  });

  it('runs on other tasks altogether when folders or a suite are named', async () => {
    expect(tasksOf(await planExperiment(file(), { data: ['folder'] }))).toEqual({ data: ['folder'] });
    expect(tasksOf(await planExperiment(file(), { suite: 'r2med' }))).toEqual({ suite: 'r2med' });
  });

  it('runs what a reranker starts from as well, once and with the same settings', async () => {
    const systems = ['bm25 > bge-reranker(10)', 'bm25 > monobert', 'bm25', 'lsa > bge-reranker(10)'];
    const text = JSON.stringify({
      systems: [...systems, { system: 'lsa > bge-reranker(10)', topK: 7, name: 'short' }],
    });
    const { runs } = await planExperiment(join(writtenFolder({ 'e.json': text }), 'e.json'));
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
    await expect(planExperiment(wrong)).rejects.toThrow(/e\.yaml:3: unknown retriever "lsb"/);
  });
});

describe('the plan of systems', () => {
  it('runs each with the same settings, in an order that does not depend on the input', () => {
    const texts = ['lsa', 'bm25 > monobert', 'bm25'];
    const { runs } = planSystems(texts, { topK: 7 });
    expect(runs.map(({ system, settings }) => [system, settings])).toEqual([
      ['bm25', { topK: 7 }],
      ['bm25 > monobert', { topK: 7 }],
      ['lsa', { topK: 7 }],
    ]);
    expect(planSystems([...texts].reverse(), { topK: 7 }).runs).toEqual(runs);
  });

  it('refuses an unknown name before anything runs', () => {
    expect(() => planSystems(['bm25', 'bm52'])).toThrow('did you mean "bm25"?');
  });
});
