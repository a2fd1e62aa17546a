import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/experiment/plans/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { temporaryFolder } from '../support/command.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { printedBy, r2med } from '../support/in-process.js';
import { recipeAnswer } from '../support/recipe-answer.js';
import { writtenFolder } from '../support/written-folder.js';

const recipes = await readRecipes();
const { published: rows } = JSON.parse(await printedBy(['leaderboard', '--published', '--json'])) as {
  published: readonly { entry: { name: string }; mean: number | null }[];
};
const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];

const firstLine = (file: string): string =>
  readFileSync(join('data/sample/Biology', file), 'utf8').split('\n')[0]!;

/** Biology of the sample suite with its first query. Its own texts stand for those that R2MED published, which two recipes read. */
const smallTask = (): string => {
  const texts = firstLine('hyde/sample-thinker/query_with_hydoc.jsonl');
  return writtenFolder(
    {
      'corpus.jsonl': readFileSync('data/sample/Biology/corpus.jsonl'),
      'query.jsonl': firstLine('query.jsonl'),
      'qrels.jsonl': readFileSync('data/sample/Biology/qrels.jsonl', 'utf8')
        .split('\n')
        .filter((line) => /"bio-q01"/.test(line))
        .join('\n'),
      'hyde/o3-mini/query_with_hydoc.jsonl': texts,
      'search-o1/qwq-32b/query_with_hydoc.jsonl': texts,
    },
    'Biology',
  );
};

let chat: ChatServer;
let vectors: EmbeddingServer;
beforeAll(async () => {
  [chat, vectors] = await Promise.all([startChatServer(), startEmbeddingServer()]);
  chat.answer((messages) => ({ reasoning: 'They differ.', text: recipeAnswer(messages) }));
  // As a tokenizer that reads the end token as one token behind a start token.
  vectors.always(([text]) => (text === '</s>' ? { tokens: 2 } : undefined));
});
afterAll(() => Promise.all([chat.close(), vectors.close()]));

interface RanRecord {
  readonly name: string;
  readonly task: { readonly queries: number };
  readonly incomplete?: unknown;
  readonly facts: unknown;
}

describe.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
  'recipe %s',
  (name, { systems, recipe }) => {
    it('plans every system it names', async () => {
      const { code, stdout, stderr } = await r2med(['run', '--recipe', name, ...SAMPLE, '--dry-run']);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      for (const system of systems) expect(stdout).toContain(`Biology: ${system}\n`);
      expect(stdout).toMatch(/\nStage +Model +Calls [\s\S]*\nall [\s\S]*9 queries/);
    });

    it('runs from its first stage to its last', async () => {
      const env = {
        OPENAI_API_KEY: 'sk-of-a-test',
        GEMINI_API_KEY: 'of-a-test',
        OPENAI_BASE_URL: `${chat.origin}/v1`,
        GOOGLE_GEMINI_BASE_URL: vectors.origin,
      };
      // A service is where its variable says; open models are at the servers that are named.
      const isService = /gpt-|gemini/.test(systems.join());
      const servers = ['--llm-endpoint', `${chat.origin}/v1`, '--endpoint', `${vectors.origin}/v1`];
      const words = ['run', '--recipe', name, '--data', smallTask(), '--json', '--quiet'];
      const called = await r2med([...words, ...(isService ? [] : servers)], { cwd: temporaryFolder(), env });
      expect([called.code, called.stderr]).toEqual([0, '']);
      const { records } = JSON.parse(called.stdout) as { records: readonly RanRecord[] };
      expect(records.map((record) => record.name)).toEqual(expect.arrayContaining([...systems]));
      for (const { task, incomplete, facts } of records) {
        expect([task.queries, incomplete]).toEqual([1, undefined]);
        // Every answer was of the form that its prompt asks for.
        for (const [, , count] of JSON.stringify(facts).matchAll(
          /"(unanswered|unparsed|missing|unscored|invalid)":(\d+)/g,
        ))
          expect(count, JSON.stringify(facts)).toBe('0');
      }
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

it('sends each of two models to its own server, as their names say', async () => {
  const other = await startChatServer();
  other.answer((messages) => recipeAnswer(messages));
  const before = chat.requests.length;
  const words = ['run', '--recipe', 'open-best', '--data', smallTask(), '--json', '--quiet'];
  const servers = [`qwen3-32b=${chat.origin}/v1`, `grouprank-32b=${other.origin}/v1`].flatMap((each) => [
    '--llm-endpoint',
    each,
  ]);
  const called = await r2med([...words, ...servers, '--endpoint', `${vectors.origin}/v1`], {
    cwd: temporaryFolder(),
  });
  await other.close();
  expect([called.code, called.stderr]).toEqual([0, '']);
  const models = ({ requests }: ChatServer, from = 0) =>
    new Set(requests.slice(from).map(({ body }) => body.model));
  expect([...models(chat, before)]).toEqual(['Qwen/Qwen3-32B']);
  expect([...models(other)]).toEqual(['AQ-MedAI/Diver-GroupRank-32B']);
});

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

it('is not run together with an experiment', async () => {
  const { code, stderr } = await r2med(['run', '--recipe', 'laptop', '--experiment', 'x.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--recipe and --experiment')]);
});
