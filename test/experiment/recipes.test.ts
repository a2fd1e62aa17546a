import { describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/experiment/plans/index.js';
import { startChatServer } from '../support/chat-server.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';

const recipes = await readRecipes();
const { published: rows } = JSON.parse(await printedBy(['leaderboard', '--published', '--json'])) as {
  published: readonly { entry: { name: string }; mean: number | null }[];
};
const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];

describe.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
  'recipe %s',
  (name, { systems, recipe }) => {
    it('plans every system it names', async () => {
      const { code, stdout, stderr } = await r2med(['run', '--recipe', name, ...SAMPLE, '--dry-run']);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      for (const system of systems) expect(stdout).toContain(`Biology: ${system}\n`);
    });

    it('has the score that was published, or says that there is none', async () => {
      const { published, differs } = recipe;
      if (!published) return expect(differs.join(' ')).toMatch(/Nobody (published it|has run it) on R2MED/);
      const means = rows
        .filter(({ entry }) => entry.name === published.system)
        .map(({ mean }) => (100 * (mean ?? 0)).toFixed(2));
      expect(means).toContain(published.score.toFixed(2));
    });
  },
);

it('lists recipes with what is ready here, and shows one', async () => {
  const listed = await r2med(['recipes', '--json'], { env: { OPENAI_API_KEY: 'sk-of-a-test' } });
  const found = (JSON.parse(listed.stdout) as { recipes: Record<string, unknown>[] }).recipes;
  expect(found.map(({ name }) => name)).toEqual(recipes.map(({ name }) => name));
  const ready = found.filter(({ lacking }) => (lacking as string[]).length === 0);
  expect(ready.map(({ name }) => name)).toEqual(['cheapest-per-point']);
  const { stdout } = await r2med(['recipes', 'grouprank']);
  expect(stdout).toContain('Published: 52.29 (GroupRank-32B on DIVER-4B)');
  expect(stdout).toContain('grouprank-32b: r2med models show grouprank-32b');
  expect((await r2med(['recipes', 'grouprnak'])).stderr).toContain('grouprank');
});

it('runs one end to end against a server', async () => {
  const server = await startChatServer();
  try {
    const cwd = temporaryFolder();
    const env = { OPENAI_BASE_URL: `${server.origin}/v1`, OPENAI_API_KEY: 'sk-of-a-test' };
    const words = ['run', '--recipe', 'cheapest-per-point', ...SAMPLE, '--json', '--quiet'];
    const { code, stdout, stderr } = await r2med(words, { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
    const { records } = JSON.parse(stdout) as { records: readonly { name: string }[] };
    expect(records.map(({ name }) => name).sort()).toEqual([
      'hyde(gpt-5.4-nano) > bm25',
      'rm3 > bm25-lucene',
    ]);
    expect(server.requests.length).toBe(9);
  } finally {
    await server.close();
  }
});

it('is not run together with an experiment', async () => {
  const { code, stderr } = await r2med(['run', '--recipe', 'laptop', '--experiment', 'x.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--recipe and --experiment')]);
});
