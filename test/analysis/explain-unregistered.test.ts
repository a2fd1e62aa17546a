import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { QueryExplanation } from '../../src/experiment/record/index.js';
import { startChatServer } from '../support/chat-server.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const TASK = ['--suite', 'sample', '--task', 'MedQA-Diag'];

it.each([
  ['by its address', (origin: string) => `served:${origin}/v1#my-model`, 'my-model'],
  ['by its service', () => 'openai:my-model', 'my-model'],
  [
    'by its service, where an entry has it under another name',
    () => 'openai:gpt-4o-2024-11-20',
    'gpt-4o-2024-11-20',
  ],
])(
  'an LLM that is named %s is explained by text, name and folder, and the printed command runs',
  async (_, textOf, model) => {
    const server = await startChatServer();
    try {
      const cwd = temporaryFolder();
      // To explain takes no key.
      const env = (home: string) => ({ R2MED_HOME: join(cwd, home), OPENAI_BASE_URL: `${server.origin}/v1` });
      const withKey = (home: string) => ({ cwd, env: { ...env(home), OPENAI_API_KEY: 'none' } });
      const explained = async (home: string, results: string, system: string) => {
        const args = [
          'explain',
          ...TASK,
          '--query',
          'mqa-q04',
          '--system',
          system,
          '--results',
          results,
          '--json',
        ];
        const { code, stdout } = await r2med(args, { cwd, env: env(home) });
        expect(code).toBe(0);
        return (JSON.parse(stdout) as QueryExplanation).systems[0]!;
      };
      const llm = textOf(server.origin);
      const [text, slug] = [`hyde(${llm}) > bm25`, `hyde-${model}.bm25`];
      const reranked = `bm25 > listwise(${llm}, 5)`;
      const run = [
        'run',
        ...TASK,
        '--system',
        text,
        '--system',
        reranked,
        '--generations',
        'new',
        '--out',
        'served',
      ];
      expect((await r2med(run, withKey('home'))).code).toBe(0);
      const asked = server.requests.length;
      for (const system of [text, `hyde(${model}) > bm25`, slug])
        expect(await explained('home', 'served', system)).toMatchObject({
          from: 'record',
          scoreIs: 'sum of terms',
          missing: [],
        });
      expect(await explained('home', 'served', `bm25 > listwise(${model}, 5)`)).toMatchObject({
        missing: [],
      });
      // The record alone, without the calls that are stored beside it, and another home: nothing is cached there.
      cpSync(join(cwd, 'served', slug), join(cwd, 'alone', slug), { recursive: true });
      const [missing] = (await explained('elsewhere', 'alone', slug)).missing;
      expect(server.requests.length).toBe(asked);
      const words: readonly string[] = missing!.command!.match(/'[^']*'|\S+/g)!;
      const again = words.slice(1).map((word) => word.replaceAll("'", ''));
      expect((await r2med(again, withKey('elsewhere'))).code).toBe(0);
      expect((await explained('elsewhere', 'alone', slug)).missing).toEqual([]);
    } finally {
      await server.close();
    }
  },
  60_000,
);

it('models of one id at two services share no answers', async () => {
  const server = await startChatServer();
  try {
    const cwd = temporaryFolder();
    const env = {
      OPENAI_BASE_URL: `${server.origin}/v1`,
      OPENAI_API_KEY: 'none',
      DASHSCOPE_BASE_URL: `${server.origin}/v1`,
      DASHSCOPE_API_KEY: 'none',
    };
    const asked: number[] = [];
    for (const service of ['openai', 'dashscope', 'openai']) {
      const before = server.requests.length;
      const system = `hyde(${service}:my-model) > bm25`;
      const run = [
        'run',
        ...TASK,
        '--system',
        system,
        '--generations',
        'new',
        '--out',
        service,
        '--overwrite',
      ];
      expect((await r2med(run, { cwd, env })).code).toBe(0);
      asked.push(server.requests.length - before);
    }
    expect(asked).toEqual([asked[0], asked[0], 0]);
    expect(asked[0]).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});
