import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/models/llms/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { type Called, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());
beforeEach(() => server.always(() => undefined));

const retrieve = (query: string, k = 2): string =>
  `I look for it.\n${JSON.stringify({ tool: 'retrieve', query, k })}`;
const finish = (...documents: readonly string[]): string =>
  JSON.stringify({ tool: 'final_results', documents });

/** What an agent says, turn by turn; its last line again for ever. */
const says = (...lines: readonly string[]): void =>
  server.answer((messages) => {
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    return lines[Math.min(turn, lines.length - 1)]!;
  });

const system = (settings = 'turns=4'): string => `react(served:${server.origin}/v1#agent, ${settings})`;

const run = async (
  options: readonly string[] = [],
  settings = 'turns=4',
  env = {},
): Promise<Called & { out: string }> => {
  const out = temporaryFolder();
  const called = await r2med(
    [
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--system',
      system(settings),
      '--out',
      out,
      '--quiet',
      '--json',
      ...options,
    ],
    { env },
  );
  return { ...called, out };
};

const recordOf = ({ out, stdout, stderr }: { out: string; stdout: string; stderr: string }) => {
  const folder =
    JSON.parse(stdout || '{}').rows?.[0]?.system ?? JSON.parse(stdout || '{}').systems?.[0]?.system;
  expect(folder, stderr).toBeDefined();
  const at = join(out, folder, 'Biology');
  const record = JSON.parse(readFileSync(join(at, 'record.json'), 'utf8'));
  const hits = readFileSync(join(at, 'run.trec'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return { record, hits };
};

const conversations = (from: number): readonly (readonly Message[])[] =>
  server.requests.slice(from).map(({ messages }) => messages);

describe('an agent with a search tool', () => {
  it('puts what it names first, in its order, and what its searches found behind', async () => {
    says(retrieve('motion aftereffect'), retrieve('red blood cells', 1), finish('D3', 'D1'));
    const before = server.requests.length;
    const { record, hits } = recordOf(await run());
    expect(record.incomplete).toBeUndefined();
    expect(record.facts).toMatchObject({
      react: { answered: 9, fused: 0, bare: 0, searches: 18, invalid: 0 },
    });
    const first = hits.filter(([query]) => query === hits[0]![0]);
    expect(first.length).toBeGreaterThan(5);
    expect(first.slice(0, 2).map((line) => Number(line[4]))).toEqual([1000, 999]);
    // Ids of documents are not shown: they may say what a document is about.
    expect(JSON.stringify(conversations(before))).not.toMatch(/bio-d\d/);
    expect(conversations(before)[0]!.at(-1)!.content).toContain('<query>');
  });

  it('asks nothing twice, and goes on where a command ended', async () => {
    const home = { R2MED_HOME: temporaryFolder() };
    says(retrieve('motion aftereffect'), finish('D1'));
    const first = recordOf(await run([], 'turns=4', home));
    const asked = server.requests.length;
    const made = await run([], 'turns=4', home);
    const again = recordOf(made);
    expect(server.requests).toHaveLength(asked);
    expect(again.hits).toEqual(first.hits);
    const explained = await r2med(
      [
        'explain',
        '--suite',
        'sample',
        '--results',
        made.out,
        '--task',
        'Biology',
        '--query',
        'bio-q01',
        '--quiet',
        '--json',
        '--system',
        system(),
      ],
      { env: home },
    );
    expect(explained.stderr).toBe('');
    expect(explained.stdout).toContain('"named at": 1');
    expect(server.requests).toHaveLength(asked);
  });

  it('that never ends leaves all its searches, fused', async () => {
    says(retrieve('motion aftereffect'), retrieve('blood'), retrieve('sleep'), retrieve('enzymes'));
    const { record } = recordOf(await run());
    // A search in the last turn would be read by nobody.
    expect(record.facts.react).toMatchObject({ answered: 0, fused: 9, searches: 27 });
    expect(record.incomplete).toBeUndefined();
  });

  it('that repeats a search is told so, and ends with its turns', async () => {
    says(retrieve('motion aftereffect'));
    const before = server.requests.length;
    const { record } = recordOf(await run());
    expect(record.facts.react).toMatchObject({ fused: 9, searches: 9 });
    expect(server.requests.length - before).toBe(9 * 4);
    expect(conversations(before).at(-1)!.at(-1)!.content).toContain('before');
  });

  it.each([
    ['calls no tool', 'The answer is gout.', 'no JSON object'],
    ['calls a tool that is not there', '{"tool": "browse", "url": "x"}', 'no tool "browse"'],
    ['names documents that were never shown', finish('D99'), 'none of these documents was shown'],
  ])(
    'that %s is told so; searched with the query alone, the result is incomplete',
    async (_, line, reason) => {
      says(line);
      const before = server.requests.length;
      const called = await run(['--include-incomplete']);
      const { record, hits } = recordOf(called);
      expect(conversations(before).at(-1)!.at(-1)!.content).toContain(reason);
      expect(record.facts.react).toMatchObject({ answered: 0, bare: 9, searches: 0 });
      expect(record.incomplete['queries without a search of the agent'].count).toBe(9);
      expect(hits.length).toBeGreaterThan(9);
    },
  );

  it('whose calls fail makes the result incomplete, and the exit code 1', async () => {
    server.always(() => ({ status: 400, body: '{"error":{"message":"content policy"}}' }));
    const called = await run();
    expect(called.code).toBe(1);
    expect(recordOf(called).record.incomplete['queries that the agent left']).toMatchObject({ count: 9 });
  });

  it('is refused with a generation method before it, without an LLM, and with an unknown system to search with', async () => {
    const refused = async (text: string) =>
      (await r2med(['run', '--suite', 'sample', '--task', 'Biology', '--system', text, '--dry-run'])).stderr;
    expect(await refused('hyde(gpt4) > react(gpt4)')).toContain('its own searches');
    expect(await refused('react')).toContain('react(gpt4, retriever=bm25)');
    expect(await refused('react(gpt4, retriever=bm52)')).toContain('bm25');
    expect(await refused('rm3 > react(gpt4)')).toContain('rm3');
  });
});
