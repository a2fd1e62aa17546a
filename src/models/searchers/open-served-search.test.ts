import { afterEach, describe, expect, it } from 'vitest';
import {
  type PlainBehaviour,
  type PlainRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../../../test/support/scripted-server.js';
import { testClock } from '../../../test/support/served-embedder.js';
import { testTools } from '../../../test/support/tools.js';
import { InputError, type Searcher, type SearchQuery } from '../../core/index.js';
import { openServedSearch, SEARCH_KEY, type ServedSearchSettings } from './open-served-search.js';

type Server = ScriptedServer<PlainRequest, PlainRequest, PlainBehaviour>;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that finds "gout" for every query, and says what `say` returns beside it. */
const startServer = async (say: (sampleIndex: number) => object = () => ({})): Promise<Server> => {
  let sampleIndex = 0;
  const server: Server = await startScriptedServer<PlainRequest, PlainRequest, PlainBehaviour>(() => ({
    record: (plain) => plain,
    asked: (request) => request,
    answer: ({ body }, response) => {
      const rankings = (body.queries as SearchQuery[]).map(() => [['gout', 1]]);
      response.end(JSON.stringify({ rankings, ...say(++sampleIndex) }));
    },
  }));
  closing.push(server.close);
  return server;
};

const open = async (server: Server, settings: Partial<ServedSearchSettings> = {}): Promise<Searcher> => {
  const searcher = await openServedSearch({
    endpoints: [`${server.origin}/api/score`],
    env: {},
    clock: testClock(),
    ...settings,
  });
  closing.push(() => searcher.close());
  return searcher;
};

const queries = (count: number): readonly SearchQuery[] =>
  Array.from({ length: count }, (_, i) => ({ id: `q${i}`, text: `text ${i}` }));

const search = async (searcher: Searcher, asked = queries(5)) => {
  const found: string[][] = asked.map(() => []);
  const reasons: string[] = [];
  for await (const batch of searcher.search(asked, 7, testTools())) {
    for (const { place, hits } of batch.found) found[place] = hits.map(({ docId }) => docId);
    for (const { reason } of batch.failed) reasons.push(reason);
  }
  return { found, reasons };
};

describe('a search server', () => {
  it('is asked at its address unchanged, with queries and k', async () => {
    const server = await startServer();
    expect(await search(await open(server, { batchSize: 2 }))).toEqual({
      found: Array.from({ length: 5 }, () => ['gout']),
      reasons: [],
    });
    expect(server.requests.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/score'));
    expect(server.requests[1]!.body).toEqual({ queries: queries(2), k: 7 });
  });

  it('is known by its address and what it says of itself', async () => {
    const server = await startServer(() => ({ name: 'mine', version: 4 }));
    const { name, spec } = await open(server);
    const addresses = [`${server.origin}/api/score`];
    expect([name, spec]).toEqual([
      'mine',
      { backEnd: 'served-search', addresses, name: 'mine', version: '4' },
    ]);
    const silent = await open(await startServer());
    expect(silent.name).toMatch(/^served-search-127\.0\.0\.1-\d+-api-score$/);
  });

  it('that becomes another version ends the work', async () => {
    const server = await startServer((sampleIndex) => ({ version: sampleIndex < 3 ? 'a' : 'b' }));
    const searcher = await open(server, { batchSize: 1, concurrency: 1 });
    await expect(search(searcher)).rejects.toThrow('says version b after version a');
  });

  it('is tried again when it is busy or broken', async () => {
    const server = await startServer();
    const searcher = await open(server);
    server.misbehave({ status: 503, headers: { 'retry-after': '2' } }, { drop: true });
    expect((await search(searcher)).reasons).toEqual([]);
  });

  it('that fails for one query loses that one only', async () => {
    const server = await startServer();
    const searcher = await open(server);
    server.always(({ body }) =>
      (body.queries as SearchQuery[]).some(({ id }) => id === 'q3')
        ? { status: 400, body: '{"error":"cannot parse"}' }
        : undefined,
    );
    const { found, reasons } = await search(searcher);
    expect(found.map((ids) => ids.length)).toEqual([1, 1, 1, 0, 1]);
    expect(reasons).toEqual([expect.stringContaining('answered 400: cannot parse')]);
  });

  it('gets its key from the environment, which nothing repeats', async () => {
    const key = 'sk-9fQ2xYz7Ab3CdE5gH8jK';
    const server = await startServer();
    const searcher = await open(server, { env: { [SEARCH_KEY]: key, OPENAI_API_KEY: 'other' } });
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(JSON.stringify([searcher.name, searcher.spec])).not.toContain(key);
    server.always(() => ({ status: 401, body: `{"error":"bad key ${key}"}` }));
    const error = await search(searcher).then(
      () => '',
      (thrown: Error) => thrown.message,
    );
    expect(error).toContain(`put a key that is valid there into ${SEARCH_KEY}`);
    expect(error).not.toContain(key);
  });

  it.each([
    ['{"hits": []}', 'no rankings'],
    ['{"rankings": []}', '0 rankings for 1 queries'],
    ['<html>', 'something that is not JSON'],
  ])('that answers %s is not understood, and says what was found', async (body, found) => {
    const server = await startServer();
    const searcher = await open(server);
    server.always(() => ({ status: 200, body }));
    expect((await search(searcher, queries(1))).reasons).toEqual([expect.stringContaining(found)]);
  });

  it.each([
    ['{"hits": []}', 'no rankings'],
    ['{"rankings": {"fever": []}}', 'expected array, received object'],
    ['{"rankings": []}', '0 rankings for 1 queries'],
    ['{"rankings": [{"a": 1}]}', 'a ranking that is an object with a'],
    ['{"rankings": [[{"doc": "gout"}]]}', 'hit 1 of 1'],
    ['<html>', 'something that is not JSON'],
  ])(
    'whose first answer is %s is refused there, with what came and what is expected',
    async (body, found) => {
      const server = await startServer();
      server.always(() => ({ status: 200, body }));
      const notes: string[] = [];
      const opening = open(server, { note: (line) => notes.push(line) });
      await expect(opening).rejects.toThrow(InputError);
      const error = await opening.catch((thrown: Error) => thrown.message);
      expect(error).toContain(found);
      expect(error).toContain('expected {"rankings": [[["id", score]');
      expect([server.requests.length, notes.length]).toEqual([2, 1]);
    },
  );

  it('that refuses the first query is used for others', async () => {
    const server = await startServer();
    server.misbehave({ status: 400, body: '{"error":"too short"}' });
    expect((await search(await open(server))).reasons).toEqual([]);
  });

  it('that nobody has started is one error, at once', async () => {
    const server = await startServer();
    await server.close();
    const notes: string[] = [];
    await expect(open(server, { note: (line) => notes.push(line) })).rejects.toThrow(
      /the connection was refused\n {2}Fix: start the server/,
    );
    expect(notes).toEqual([]);
  });

  it.each([{ batchSize: 0 }, { concurrency: 0 }, { timeoutMs: 0 }])('refuses %o', async (settings) => {
    const server = await startServer();
    await expect(open(server, settings)).rejects.toThrow('a number from 1 on');
  });
});
