import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { corpusOf, docId, queryId, type Ranked, type Retriever } from '../../src/core/index.js';
import { itemStore } from '../../src/platform/node/index.js';
import { pipeline } from '../../src/search/pipeline/index.js';
import { rerank, scored } from '../../src/search/reranking/index.js';
import { hashLogit, type RerankServer } from '../support/rerank-server.js';
import { servedScorerTests } from '../support/served-scorer.js';
import { type TestTools, testTools } from '../support/tools.js';

const { server, open } = servedScorerTests();
const KEY = 'sk-proj-9fQ2xYz7Ab3CdE5gH8jKLmN2';

const texts = Array.from({ length: 12 }, (_, i) => `finding number ${i}`);
const corpus = corpusOf(
  'k',
  texts.map((text, i) => ({ id: `d${i}`, text })),
);
const ranked = (id: string, text: string): Ranked => ({
  query: { id: queryId(id), text },
  hits: texts.map((_, i) => ({ docId: docId(`d${i}`), score: 100 - i })),
});
const QUERIES = [ranked('q1', 'which finding?'), ranked('q2', 'and which else?')];

const run = async (there: RerankServer, tools: TestTools) => {
  const { scorer } = await open(there, { limits: { texts: 4 }, env: { OPENAI_API_KEY: KEY } });
  const opened = await rerank(scored('served', scorer), { depth: 10 }).open(corpus, tools);
  const found = await opened.run(QUERIES);
  return { found, facts: opened.facts };
};

const bestFirst = (query: string): readonly string[] =>
  texts
    .slice(0, 10)
    .map((text, i) => ({ id: `d${i}`, score: hashLogit(query, text) }))
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);

describe('reranking by a server', () => {
  it("puts each query's head in the order of its scores, and asks for nothing twice", async () => {
    const there = await server();
    const tools = testTools();
    const first = await run(there, tools);
    expect(first.found.map(({ hits }) => hits.map((hit) => hit.docId))).toEqual([
      [...bestFirst('which finding?'), 'd10', 'd11'],
      [...bestFirst('and which else?'), 'd10', 'd11'],
    ]);
    // One of the calls for an order that is known.
    expect(first.facts).toMatchObject({ reranking: { pairs: 20, failed: 0, calls: 7, unchanged: 0 } });
    const asked = there.requests.length;
    expect((await run(there, tools)).found).toEqual(first.found);
    expect(there.requests).toHaveLength(asked);
    expect(inspect([tools.kept, tools.stored, tools.notes], { depth: null })).not.toContain(KEY);
  });

  it('with a key sends nothing where scores cannot be stored, since they would be paid for again', async () => {
    const there = await server();
    const tools = () => ({ ...testTools(), items: itemStore('/dev/null/items', () => {}) });
    await expect(run(there, tools())).rejects.toThrow(/nothing more is called.*R2MED_HOME/s);
    expect(there.requests).toHaveLength(0);
    const { scorer } = await open(there, {});
    const unpaid = await rerank(scored('served', scorer), { depth: 10 }).open(corpus, tools());
    expect(await unpaid.run(QUERIES)).toHaveLength(2);
  });

  it('leaves a query of which a document has no score as it was, and asks for that one again', async () => {
    const there = await server();
    const tools = testTools();
    there.always(({ query, documents }) =>
      query === 'which finding?' && documents.includes('finding number 7')
        ? { status: 400, body: '{"error":"not this one"}' }
        : undefined,
    );
    const { found, facts } = await run(there, tools);
    expect(found[0]).toEqual(QUERIES[0]);
    expect(found[1]!.hits[0]!.docId).toBe(bestFirst('and which else?')[0]);
    expect(facts).toMatchObject({ reranking: { pairs: 20, failed: 1, unchanged: 1 } });
    expect(tools.notes.join('\n')).toContain('not this one');
    there.always(() => undefined);
    const before = there.requests.length;
    const again = await run(there, tools);
    expect(again.found[0]!.hits[0]!.docId).toBe(bestFirst('which finding?')[0]);
    expect(there.requests.slice(before).map(({ documents }) => documents)).toEqual([['finding number 7']]);
  });
});

describe('a reranker whose server cannot be used', () => {
  /** What the first stage would cost shows in `opened`. */
  const after = (opened: string[]): Retriever => ({
    name: 'first',
    spec: 'first',
    open: async () => {
      opened.push('first');
      return { run: async () => QUERIES, facts: {} };
    },
  });
  const opening = async (there: RerankServer, tools: TestTools) => {
    const { scorer } = await open(there);
    const opened: string[] = [];
    const system = pipeline(after(opened)).to(rerank(scored('served', scorer)));
    const error = await system.open(corpus, tools).then(
      () => undefined,
      (failed: Error) => failed,
    );
    return { opened, error, scorer };
  };

  it.each([
    ['refuses the key', 401, 'set OPENAI_API_KEY'],
    [
      'is at another address, or has no such model',
      404,
      "check the address (it usually ends in /v1) and the model's name there",
    ],
  ])('because it %s is found out before the first stage is opened', async (_, status, fix) => {
    const there = await server();
    there.always(() => ({ status }));
    const { opened, error } = await opening(there, testTools());
    expect(error?.message).toContain(fix);
    expect(opened).toEqual([]);
  });

  it('because nothing listens there is found out before the first stage is opened', async () => {
    const there = await server();
    await there.close();
    const { opened, error } = await opening(there, testTools());
    expect(error?.message).toContain('start the server, or correct the address');
    expect(opened).toEqual([]);
  });

  it('is not noticed where its scores are cached, since none is requested', async () => {
    const there = await server();
    const tools = testTools();
    const first = await run(there, tools);
    there.always(() => ({ status: 401 }));
    expect((await run(there, tools)).found).toEqual(first.found);
  });

  it('is told apart from one that is busy or fails now: the work begins', async () => {
    for (const status of [429, 500, 400]) {
      const there = await server();
      there.always(() => ({ status }));
      const { opened, error, scorer } = await opening(there, testTools());
      expect([opened, error]).toEqual([['first'], undefined]);
      expect(scorer.usage()).toMatchObject({ tokens: 0, lost: 0 });
    }
  });
});
