import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tabulate } from '../../src/analysis/leaderboard/index.js';
import type { Retriever, Task } from '../../src/core/index.js';
import { expand, readExperiment, readPlan } from '../../src/experiment/plans/index.js';
import { publishedSources } from '../../src/experiment/results/index.js';
import { resultsShown, runPlan, runSystem } from '../../src/experiment/running/index.js';
import { isFusion, resolveFusion } from '../../src/experiment/systems/fused.js';
import { system } from '../../src/experiment/systems/index.js';
import { modelEntries } from '../../src/models/embedders/index.js';
import {
  parseStages,
  printStages,
  type SharedStages,
  shareStages,
  slug,
} from '../../src/search/pipeline/index.js';
import { task as openTask, suite } from '../../src/tasks/index.js';
import { testTools } from '../support/tools.js';
import { writtenFolder } from '../support/written-folder.js';

const FOLDER = fileURLToPath(new URL('../../experiments', import.meta.url));
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const planOf = (name: string) => readPlan(join(FOLDER, name));
const slugsOf = async (name: string) => (await planOf(name)).runs.map((run) => slug(run.system));
const published = (...kinds: string[]) =>
  publishedSources()
    .find(({ source }) => source === 'r2med-repo')!
    .systems.filter(({ kind }) => kinds.includes(kind))
    .map((row) => row.system);

describe('the experiments that come with the package', () => {
  it('are all here', () => {
    expect(files).toEqual([
      'base-retrievers.yaml',
      'gar.yaml',
      'nano-profiles.yaml',
      'rerankers.yaml',
      'sample.yaml',
      'search-agents.yaml',
    ]);
  });

  it.each(files)('%s is read, and tells editors its schema', async (name) => {
    const { runs, suite: of, title } = await planOf(name);
    expect(runs.length).toBeGreaterThan(1);
    expect(title).toBeTruthy();
    expect(suite(of!).tasks).toHaveLength(8);
    const [first] = readFileSync(join(FOLDER, name), 'utf8').split('\n', 1);
    expect(first).toBe('# yaml-language-server: $schema=../schema/experiment.schema.json');
  });

  it('base-retrievers.yaml has the rows of the published table', async () => {
    expect([...(await slugsOf('base-retrievers.yaml'))].sort()).toEqual([...published('retriever')].sort());
  });

  it('gar.yaml and search-agents.yaml have every published row with generated texts', async () => {
    const slugs = new Set([...(await slugsOf('gar.yaml')), ...(await slugsOf('search-agents.yaml'))]);
    expect(published('gar').filter((row) => !slugs.has(row))).toEqual([]);
    expect(await slugsOf('gar.yaml')).toHaveLength(3 * (1 + 10 + 3 + 3));
  });

  it('rerankers.yaml has every published reranker, and their first stage', async () => {
    expect([...(await slugsOf('rerankers.yaml'))].sort()).toEqual(['nv', ...published('reranker')].sort());
  });

  it('nano-profiles.yaml names models there are', async () => {
    const { runs } = await planOf('nano-profiles.yaml');
    const names = runs.flatMap((run) => parseStages(run.system).map(({ name }) => name));
    expect([...new Set(names)].sort()).toEqual(['bm25-hakari', 'harrier-oss-v1-270m', 'rrf']);
    expect(modelEntries()).toHaveProperty('harrier-oss-v1-270m');
  });
});

/** Systems as the catalogue builds them, with fusions, and stages shared where there is somebody to share with. */
const build = async (
  expression: string,
  task: Task,
  topK: number,
  shared?: SharedStages,
): Promise<Retriever> => {
  const stages = parseStages(expression);
  const make = (): Promise<Retriever> =>
    isFusion(stages[0]!.name)
      ? resolveFusion<{ readonly topK?: number }>(stages[0]!, (inner) => ({
          build: ({ topK: depth = topK }) => build(printStages(inner), task, depth, shared),
        })).build({ topK })
      : system(expression, { task, topK });
  return shared ? shared.share({ kind: 'retriever', text: expression, under: { topK } }, make) : make();
};

const sample = async (order: 'as written' | 'reversed', sharing: boolean) => {
  const { experiment } = await readExperiment(join(FOLDER, 'sample.yaml'));
  const systems = order === 'reversed' ? [...experiment.systems].reverse() : experiment.systems;
  const plan = expand({ ...experiment, systems });
  const tasks = ['Biology', 'PMC-Clinical'].map((name) => ({ name, open: () => openTask('sample', name) }));
  const out = writtenFolder();
  const tools = testTools();
  let reused = 0;
  const work = async () =>
    runPlan(plan.runs, tasks, {
      run: async (planned, task, shared) => {
        const built = await build(planned.system, task, 100, sharing ? shared : undefined);
        const ran = await runSystem(built, task, tools, { out: join(out, planned.folder) });
        if (ran.reused) reused += 1;
        await built.close?.();
        return ran.result;
      },
    });
  const { done, failures } = await work();
  expect(failures).toEqual([]);
  const table = tabulate(resultsShown(done), { measure: plan.measures[0]!.name });
  await work();
  expect(reused).toBe(done.length);
  return { rows: table.rows.map(({ name, scores, mean }) => ({ name, scores, mean })), runs: plan.runs };
};

describe('sample.yaml', () => {
  it('runs to one table, the same in any order of its systems, with stages shared or not; and is not run twice', async () => {
    const { rows } = await sample('as written', true);
    expect(rows.map(({ name }) => name)).toContain('two thirds BM25');
    expect(rows).toHaveLength(9);
    for (const { mean } of rows) expect(mean).toBeGreaterThan(0.1);
    expect((await sample('reversed', true)).rows).toEqual(rows);
    expect((await sample('reversed', false)).rows).toEqual(rows);
  });
});

it('stages that systems share give the rankings of systems built by themselves', async () => {
  const task = await openTask('sample', 'Biology');
  const shared = shareStages();
  const rankings = async (expression: string, sharing?: SharedStages) => {
    const built = await build(expression, task, 20, sharing);
    return (await (await built.open(task.corpus, testTools())).run(task.queries)).map(({ hits }) => hits);
  };
  for (const expression of ['bm25', 'rrf(bm25, lsa)', 'weighted(bm25, rrf(bm25, lsa), normalise=z)', 'lsa'])
    expect(await rankings(expression, shared)).toEqual(await rankings(expression));
  await shared.close();
});

it('an experiment in TypeScript runs where Node reads it, and says what to do where it does not', () => {
  const file = join(
    writtenFolder({ 'e.ts': 'const systems: string[] = ["bm25"];\nexport default { systems };\n' }),
    'e.ts',
  );
  const built = pathToFileURL(fileURLToPath(new URL('../../dist/experiment/plans.js', import.meta.url))).href;
  const script = `const { readPlan } = await import(${JSON.stringify(built)});
    console.log(await readPlan(${JSON.stringify(file)}).then(({ runs }) => runs[0].system, (error) => error.message));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
  const reads = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
  expect(printed).toContain(reads ? 'bm25' : 'TypeScript, which Node');
});
