import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChatServer } from '../support/chat-server.js';
import { type Call, startR2med, temporaryFolder } from '../support/command.js';
import { startEmbeddingServer } from '../support/embedding-server.js';
import { about, eightQueries } from '../support/generating.js';
import { startRerankServer } from '../support/rerank-server.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

interface Server {
  readonly origin: string;
  readonly requests: readonly object[];
  always(of: () => { readonly late: true } | undefined): void;
  onLate(told: (waiting: number) => void): void;
  letGo(): void;
  close(): Promise<void>;
}

/** Answers nothing until it is let go; `waits` resolves when so many requests wait. */
const slow = async <S extends Server>(start: () => Promise<S>) => {
  const server = await start();
  onTestFinished(() => server.close());
  server.always(() => ({ late: true }));
  const waits = (count: number): Promise<void> =>
    new Promise((resolve) => server.onLate((waiting) => waiting === count && resolve()));
  return { server, waits };
};

const place = (server: Server) => {
  const cwd = temporaryFolder();
  const env = { R2MED_HOME: join(cwd, 'home'), OPENAI_API_KEY: 'none' };
  return {
    cwd,
    call: (...args: string[]): Call => startR2med(args, { cwd, env }),
    at: `${server.origin}/v1`,
  };
};

/** Stops a call whose requests wait, and lets them be answered. */
const stopped = async (call: Call, server: Server) => {
  call.kill('SIGINT');
  await call.said('Stopping: requests to models in flight finish and are cached');
  server.letGo();
  return call.done;
};

const STOPPED = [130, expect.stringMatching(/stopped before the end\n {2}Fix: run the same command again/)];

/** What was asked twice. */
const repeated = (asked: readonly unknown[]): readonly unknown[] => {
  const texts = asked.map((each) => JSON.stringify(each));
  return texts.filter((text, i) => texts.indexOf(text) !== i);
};

describe('Ctrl-C lets requests in flight finish, caches them and begins no more', { timeout: 60_000 }, () => {
  it('run: texts of an LLM', async () => {
    const { server, waits } = await slow(startChatServer);
    const { cwd, call, at } = place(server);
    const run = () =>
      call(
        ...['run', '--data', eight, '--gar', 'hyde', '--llm', `served:${at}#tiny`, '--generations', 'new'],
        ...['--retriever', 'bm25', '--concurrency', '2', '--out', 'out'],
      );
    const eight = eightQueries();
    const waiting = waits(2);
    const first = run();
    await waiting;
    const { code, stderr, stdout } = await stopped(first, server);
    expect([code, stderr]).toEqual(STOPPED);
    expect([stdout, server.requests.length, existsSync(join(cwd, 'out'))]).toEqual(['', 2, false]);
    server.always(() => undefined);
    expect((await run().done).code).toBe(0);
    expect(server.requests.map(({ messages }) => about(messages)).sort()).toHaveLength(8);
    expect(repeated(server.requests.map(({ messages }) => about(messages)))).toEqual([]);
  });

  it('run: vectors of a server', async () => {
    const { server, waits } = await slow(startEmbeddingServer);
    const { call, at } = place(server);
    const documents = Array.from({ length: 300 }, (_, i) => ({ id: `d${i}`, text: `document ${i}` }));
    const data = writtenFolder({
      'corpus.jsonl': jsonl(...documents),
      'query.jsonl': jsonl({ id: 'q', text: 'query' }),
      'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'd1', score: 1 }),
    });
    const run = () => call('run', '--data', data, '--retriever', `served:${at}#tiny`, '--concurrency', '2');
    const waiting = waits(2);
    const first = run();
    await waiting;
    const { code, stderr } = await stopped(first, server);
    expect([code, stderr]).toEqual(STOPPED);
    const before = server.requests.flatMap(({ texts }) => texts);
    server.always(() => undefined);
    const second = await run().done;
    expect([second.code, server.requests.flatMap(({ texts }) => texts).length]).toEqual([
      0,
      expect.any(Number),
    ]);
    const after = server.requests.flatMap(({ texts }) => texts).slice(before.length);
    // A few are embedded again, to be sure that the model is still the one that made them.
    expect(after.filter((text) => before.includes(text)).length).toBeLessThanOrEqual(3);
    expect(new Set([...before, ...after]).size).toBeGreaterThanOrEqual(301);
  });

  it('run: scores of a rerank API', async () => {
    const { server, waits } = await slow(startRerankServer);
    const { call, at } = place(server);
    const eight = eightQueries();
    const run = () =>
      call(
        'run',
        '--data',
        eight,
        '--retriever',
        'bm25',
        '--reranker',
        `served:${at}#tiny`,
        '--concurrency',
        '2',
      );
    const waiting = waits(2);
    const first = run();
    await waiting;
    const { code, stderr } = await stopped(first, server);
    expect([code, stderr]).toEqual(STOPPED);
    server.always(() => undefined);
    expect((await run().done).code).toBe(0);
    expect(repeated(server.requests.map(({ query, documents }) => ({ query, documents })))).toEqual([]);
  });

  it('judge', async () => {
    const { server, waits } = await slow(startChatServer);
    const { call, at } = place(server);
    const judge = () =>
      call(
        ...['judge', '--suite', 'sample', '--task', 'MedQA-Diag', '--gar', 'hyde', '--llm', 'sample-writer'],
        ...['--judge', `served:${at}#stern`, '--concurrency', '2', '--out', 'out'],
      );
    const waiting = waits(2);
    const first = judge();
    await waiting;
    const { code, stderr } = await stopped(first, server);
    expect([code, stderr]).toEqual(STOPPED);
    expect(server.requests).toHaveLength(2);
    server.always(() => undefined);
    await judge().done;
    expect(repeated(server.requests.map(({ messages }) => messages))).toEqual([]);
  });
});

it('Ctrl-C a second time ends at once, and the next call need not wait', { timeout: 60_000 }, async () => {
  const { server, waits } = await slow(startEmbeddingServer);
  const { cwd, call, at } = place(server);
  const eight = eightQueries();
  const run = () => call('run', '--data', eight, '--retriever', `served:${at}#tiny`, '--out', 'out');
  const waiting = waits(1);
  const first = run();
  await waiting;
  first.kill('SIGINT');
  await first.said('Stopping');
  first.kill('SIGINT');
  const { code, stderr } = await first.done;
  expect([code, stderr]).toEqual([130, expect.not.stringContaining('the process ended before')]);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});
