import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planExperiment, readRecipes } from '../../src/experiment/plans/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { CLONES } from '../support/clone-files.js';
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
  (name, { file, systems, recipe }) => {
    it('plans every system it names', async () => {
      const { code, stdout, stderr } = await r2med(['run', '--recipe', name, ...SAMPLE, '--dry-run']);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      for (const system of systems) expect(stdout).toContain(`Biology: ${system}\n`);
      expect(stdout).toMatch(/\nStage +Model +LLM calls [\s\S]*\nall [\s\S]*9 queries/);
    });

    it('names systems that take the prompts of its source', async () => {
      const { runs } = await planExperiment(file, { prompts: 'imported' });
      const systems = runs.map(({ system }) => system);
      expect(systems).toEqual(expect.arrayContaining([...(recipe.prompts?.systems ?? [])]));
      if (recipe.prompts) expect(systems.join()).toMatch(/prompt=(diver|rankllm|agentic-search)\//);
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

it('lists recipes with what is ready here, in one table of 80 columns', async () => {
  const env = { OPENAI_API_KEY: 'sk-of-a-test', COLUMNS: '80' };
  const listed = await r2med(['recipes', '--json'], { env });
  const found = (JSON.parse(listed.stdout) as { recipes: Record<string, unknown>[] }).recipes;
  expect(found.map(({ name }) => name)).toEqual(recipes.map(({ name }) => name));
  const ready = found.filter(({ lacking }) => (lacking as string[]).length === 0);
  expect(ready.map(({ name }) => name)).toEqual(['cheapest-per-point']);
  const { stdout } = await r2med(['recipes'], { env });
  expect(stdout).toContain('Can run on this machine now: cheapest-per-point\n');
  expect(stdout.match(/^recipe /gm)).toHaveLength(1);
  for (const { title } of recipes) expect(stdout).toContain(`  ${title}\n`);
});

it('names GPUs with room for the weights of every server', async () => {
  interface Stated {
    readonly name: string;
    readonly recipe: { readonly needs: readonly string[] };
    readonly models: readonly { readonly model: string; readonly bytes: number }[];
    readonly servers: readonly { readonly start: string }[];
  }
  const { recipes: stated } = JSON.parse(await printedBy(['recipes', '--json'])) as { recipes: Stated[] };
  for (const { name, recipe, models, servers } of stated) {
    const served = models.filter(({ model }) => servers.some(({ start }) => start.includes(` ${model} `)));
    const gpus = [
      ...recipe.needs.join('; ').matchAll(/(two GPUs of )?(\d+) GB( for each of the two)?/g),
    ].flatMap(([, two, size, each]) => Array<number>(two || each ? 2 : 1).fill(Number(size)));
    const largest = (sizes: readonly number[]) => sizes.toSorted((a, b) => b - a);
    const room = largest(gpus);
    // A server takes nine tenths of a GPU, unless it is told otherwise. A laptop serves its LLM without one.
    for (const [i, bytes] of largest(served.map((each) => each.bytes)).entries())
      if (name !== 'laptop-llm') expect(0.9e9 * (room[i] ?? 0), name).toBeGreaterThan(bytes);
  }
});

it('shows the models of a recipe with their revisions, its prompts, servers and what is missing', async () => {
  const { stdout } = await r2med(['recipes', 'grouprank']);
  expect(stdout).toContain('Published: 52.29 (GroupRank-32B on DIVER-4B)');
  expect(stdout).toContain('grouprank-32b: r2med models show grouprank-32b');
  expect(stdout).toContain(
    'AQ-MedAI/Diver-Retriever-4B-1020, revision 3984377d297f4c3bcf5d625ea7b48feea7f58c57, 8.0 GB\n',
  );
  expect(stdout).toContain('AQ-MedAI/Diver-GroupRank-32B, revision not known, 64.0 GB\n');
  expect(stdout).toContain('r2med prompts import --from Diver --out prompts\n');
  expect(stdout).toContain('--llm-endpoint http://localhost:8001/v1');
  // Published texts ask no LLM: neither its key nor a prompt is needed.
  const paper = await r2med(['recipes', 'paper-best']);
  expect(paper.stdout).toContain('\n  nv: nvidia/NV-Embed-v2');
  expect(paper.stdout).not.toMatch(/o3-mini: |\nPrompts/);
  expect((await r2med(['recipes', 'grouprnak'])).stderr).toContain('grouprank');
});

it.each([
  ['grouprank-7b', 'diver', 'Give notes scores.'],
  ['retro-star', 'agentic', 'Rule: '],
] as const)('runs %s with the prompts of its source, once they are imported', async (name, clone, words) => {
  const prompts = join(temporaryFolder(), 'prompts');
  const imported = await r2med([
    'prompts',
    'import',
    '--from',
    writtenFolder(CLONES[clone]),
    '--out',
    prompts,
  ]);
  expect([imported.code, imported.stderr]).toEqual([0, '']);
  const before = chat.requests.length;
  chat.answer((messages) =>
    JSON.stringify(messages).includes('Give notes scores.')
      ? '<answer>{"[1]": 5, "[2]": 3}</answer>'
      : recipeAnswer(messages),
  );
  const servers = ['--llm-endpoint', `${chat.origin}/v1`, '--endpoint', `${vectors.origin}/v1`];
  const run = ['run', '--recipe', name, '--data', smallTask(), '--json', '--quiet', ...servers];
  const called = await r2med([...run, '--prompts', prompts], { cwd: temporaryFolder() });
  const { records } = JSON.parse(called.stdout) as { records: readonly RanRecord[] };
  const { prompts: exact } = recipes.find((each) => each.name === name)!.recipe;
  expect(records.map((record) => record.name)).toEqual(expect.arrayContaining([...exact!.systems]));
  const sent = chat.requests.slice(before).map(({ messages }) => JSON.stringify(messages));
  expect(sent.length).toBeGreaterThan(0);
  for (const each of sent) expect(each).toContain(words);
});

it('asks the models of INF-X in the words of their source: what the aligner says is a query with its instruction', async () => {
  const before = [chat.requests.length, vectors.requests.length] as const;
  chat.answer(() => 'Which cells adapt to motion?');
  const servers = ['--llm-endpoint', `${chat.origin}/v1`, '--endpoint', `${vectors.origin}/v1`];
  const run = ['run', '--recipe', 'inf-x', '--data', smallTask(), '--quiet', ...servers];
  expect((await r2med(run, { cwd: temporaryFolder() })).code).toBe(0);
  const [system, asked] = chat.requests[before[0]]!.messages;
  expect(system).toEqual({
    role: 'system',
    content: 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.',
  });
  expect(asked!.content).toMatch(
    /^For the input query, .*less than 200 words\n\n\*\*Input Query:\*\*\n[\s\S]+\n\*\*Your Output:\*\*\n$/,
  );
  expect(vectors.requests.slice(before[1]).flatMap(({ texts }) => texts)).toContain(
    'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: Which cells adapt to motion?<|endoftext|>',
  );
});

it('is not run together with an experiment', async () => {
  const { code, stderr } = await r2med(['run', '--recipe', 'laptop', '--experiment', 'x.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--recipe and --experiment')]);
});
