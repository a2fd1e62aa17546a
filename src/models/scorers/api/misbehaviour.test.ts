import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLogit, type RerankAsked, type RerankBehaviour } from '../../../../test/support/rerank-server.js';
import { killAt } from '../../../../test/support/scripted-server.js';
import {
  collectScores,
  expectedLogits,
  servedScorerTests,
  somePairs,
} from '../../../../test/support/served-scorer.js';
import { testTools } from '../../../../test/support/tools.js';

const { server, open } = servedScorerTests();

const PAGE = '<html><head><title>502 Bad Gateway</title></head></html>';

const PASSING: Readonly<Record<string, RerankBehaviour>> = {
  'fails by itself': { status: 500 },
  'is overloaded': { status: 503 },
  'limits the rate': { status: 429, headers: { 'retry-after': '7' } },
  'answers with a page': { status: 502, body: PAGE },
  'answers with a page and says that all is well': { status: 200, body: PAGE },
  'answers with an error and says that all is well': { status: 200, body: '{"error":"no"}' },
  'drops the line': { drop: true },
  'drops the line in the midst of the answer': { dropAfter: 40 },
  'ends in the midst of the answer': { truncateAt: 40 },
  'answers nothing': { status: 200, body: '' },
  'leaves scores out': { missing: 1 },
  'gives scores too many': { extra: true },
  'gives an index beyond the documents': { beyond: true },
  'leaves the index out': { withoutIndex: true },
  'gives NaN': { firstScore: 'NaN' },
  'gives null for a score': { firstScore: 'null' },
  'gives a score beyond 32 bits': { firstScore: '1e300' },
  'gives a string for a score': { firstScore: '"0.5"' },
};

describe('a server that once', () => {
  it.each(Object.entries({ ...PASSING, 'repeats an index': { repeated: true } as const }))(
    '%s is asked again',
    async (_, behaviour) => {
      const there = await server();
      const pairs = somePairs(12);
      const { scorer } = await open(there, { limits: { texts: 4 }, concurrency: 1 });
      there.misbehave(behaviour);
      const tools = testTools();
      expect(await collectScores(scorer, pairs, tools)).toEqual({
        scores: expectedLogits(pairs),
        reasons: new Map(),
      });
      expect(there.requests).toHaveLength(4);
      expect(tools.notes).toHaveLength(1);
    },
  );
});

describe('a server that always', () => {
  const forBad =
    (behaviour: RerankBehaviour) =>
    ({ documents }: RerankAsked) =>
      documents.some((text) => text.includes('BAD')) ? behaviour : undefined;

  it.each(
    Object.entries({
      ...PASSING,
      'refuses a batch with a text in it': { status: 400, body: '{"error":{"message":"forbidden word"}}' },
      'finds it unprocessable': { status: 422, body: '{"detail":[{"loc":["input"],"msg":"not a text"}]}' },
      'finds it too large': { status: 413 },
    }).filter(([name]) => !['is overloaded', 'limits the rate'].includes(name)),
  )('%s scores the others and names that one', async (_, behaviour) => {
    const there = await server();
    const pairs = somePairs(25).map((pair, i) => (i === 13 ? { ...pair, document: 'BAD' } : pair));
    const { scorer } = await open(there, { limits: { texts: 8 }, shorten: false });
    there.always(forBad(behaviour));
    const { scores, reasons, error } = await collectScores(scorer, pairs);
    expect(error).toBeUndefined();
    expect([...reasons.keys()]).toEqual([13]);
    expect(reasons.get(13)).toContain(there.origin);
    expect(scores.toSpliced(13, 1)).toEqual(expectedLogits(pairs).toSpliced(13, 1));
  });

  it('fails on one document is given fewer tries for each part of a batch', async () => {
    const there = await server();
    there.always(forBad({ status: 500 }));
    const { scorer } = await open(there, { concurrency: 1 });
    await collectScores(
      scorer,
      ['a BAD text', 'a good'].map((document) => ({ query: 'q', document })),
    );
    expect(there.requests.map(({ documents }) => documents.length)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1]);
  });

  it('refuses everything ends the work instead of being sent each pair', async () => {
    const there = await server();
    there.always(() => ({ status: 400, body: '{"message":"this model does not rerank"}' }));
    const { scorer } = await open(there);
    const { error, reasons } = await collectScores(scorer, somePairs(500));
    expect(error?.message).toContain('20 pairs in a row were not scored');
    expect(error?.message).toContain('this model does not rerank');
    expect(reasons.size).toBeLessThan(25);
    expect(there.requests.length).toBeLessThan(120);
  });

  it('refuses empty documents names them all and scores the rest, however many there are', async () => {
    const there = await server();
    there.always(({ documents }) => (documents.includes('') ? { status: 400, body: 'empty' } : undefined));
    const empty = new Array(50).fill({ query: 'why so tired?', document: '' });
    const { scorer } = await open(there);
    const { reasons, error } = await collectScores(scorer, [...somePairs(10), ...empty]);
    expect(error).toBeUndefined();
    expect([...reasons.keys()].sort((a, b) => a - b)).toEqual(empty.map((_, i) => i + 10));
  });

  it.each([
    [401, 'set OPENAI_API_KEY'],
    [403, 'set OPENAI_API_KEY'],
    [404, 'check the address'],
    [402, 'see to the account'],
    [308, 'give the address that it redirects to'],
  ])('turns us away with %i ends the work at once', async (status, fix) => {
    const there = await server();
    there.always(() => ({ status, body: '{"message":"no"}' }));
    const { scorer } = await open(there, { limits: { texts: 1 }, concurrency: 1 });
    const { error } = await collectScores(scorer, somePairs(9));
    expect(error?.name).toBe('WorkError');
    expect(error?.message).toContain(fix);
    expect(there.requests).toHaveLength(1);
  });

  it('is busy ends the work in the end, with advice', async () => {
    const there = await server();
    there.always(() => ({ status: 503 }));
    const { scorer, clock } = await open(there, { concurrency: 1 });
    const { error } = await collectScores(scorer, somePairs(1));
    expect(error?.message).toMatch(
      /answered 503\n {2}Fix: wait and run again.*texts already scored are cached/,
    );
    expect(clock.slept).toEqual([375, 750, 1500, 3000, 6000]);
  });

  it('leaves requests without an answer ends the work before long', async () => {
    const there = await server();
    const { scorer, clock } = await open(there, { limits: { texts: 64 } });
    there.always(() => ({ hang: true }));
    there.onHang(() => setImmediate(clock.ring));
    const { error } = await collectScores(scorer, somePairs(500));
    expect(error?.message).toMatch(/20 requests in a row were not answered; .* no answer within 600 s/);
    expect(there.requests.length).toBeLessThan(30);
  });

  it('is not there ends the work with advice', async () => {
    const gone = await server();
    await gone.close();
    const { scorer } = await open(gone);
    const { error } = await collectScores(scorer, somePairs(1));
    expect(error?.message).toMatch(/the connection was refused\n {2}Fix: start the server/);
  });
});

describe('several endpoints', () => {
  it('share the load, and go on when one of them is killed in the midst of the work', async () => {
    const [dying, living] = [await server(), await server()];
    const pairs = somePairs(60);
    const { scorer } = await open([dying, living], { limits: { texts: 2 }, concurrency: 4 });
    const killed = killAt(dying, 4);
    expect(await collectScores(scorer, pairs)).toEqual({ scores: expectedLogits(pairs), reasons: new Map() });
    expect(killed()).toBe(true);
    expect(living.requests.length).toBeGreaterThan(3);
  });

  it('given with the route at their end are one', async () => {
    const there = await server();
    const { scorer } = await open(there, {
      endpoints: ['', '/', '/rerank', '/score', '/completions'].map((end) => `${there.origin}/v1${end}`),
    });
    await collectScores(scorer, somePairs(1));
    expect(there.requests[0]?.path).toBe('/v1/rerank');
  });
});

describe('a document that is too long for the server', () => {
  it('is sent once more, shorter, and what is lost is said', async () => {
    const there = await server();
    there.always(({ documents }) =>
      documents.some((text) => text.length > 80)
        ? { status: 400, body: '{"error":"maximum context length is 10 tokens, you requested 20 tokens"}' }
        : undefined,
    );
    const { scorer } = await open(there);
    const document = 'x'.repeat(100);
    const scored = [];
    for await (const batch of scorer.score([{ query: 'q', document }], testTools()))
      scored.push(...batch.scored);
    expect(scored).toEqual([
      { place: 0, score: hashLogit('q', document.slice(0, 47)), cut: { query: 0, document: 13 } },
    ]);
  });

  it('is named when that does not help, or is not wanted', async () => {
    const there = await server();
    there.always(() => ({ status: 400, body: '{"error":"input is too long"}' }));
    for (const [shorten, requests] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const { scorer } = await open(there, { shorten });
      const before = there.requests.length;
      expect((await collectScores(scorer, somePairs(1))).reasons.get(0)).toContain('too long');
      expect(there.requests.length - before).toBe(requests);
    }
  });
});

describe('whatever a server does', () => {
  it('every pair ends scored or named, with its own score, and is not requested again once it is scored', async () => {
    const behaviours = fc.constantFrom<RerankBehaviour>(
      {},
      {},
      ...Object.values(PASSING),
      { status: 400, body: 'no' },
      { status: 413 },
      { unsorted: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviours, { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        async (script, count, perRequest, concurrency) => {
          const there = await server();
          const { scorer } = await open(there, {
            concurrency,
            limits: { texts: perRequest },
            shorten: false,
          });
          const proper = new Set<string>();
          const twice: string[] = [];
          there.always(({ query, documents }, sampleIndex) => {
            const behaviour = script[sampleIndex - 1] ?? {};
            const asked = documents.map((document) => `${query} ${document}`);
            twice.push(...asked.filter((pair) => proper.has(pair)));
            if (behaviour.unsorted || !Object.keys(behaviour).length)
              for (const pair of asked) proper.add(pair);
            return behaviour;
          });
          const pairs = [...somePairs(count, 'first'), ...somePairs(count, 'second')];
          const { scores, reasons, error } = await collectScores(scorer, pairs);
          expect(twice).toEqual([]);
          scores.forEach((score, place) => {
            const { query, document } = pairs[place]!;
            if (score !== undefined) expect(score).toBe(hashLogit(query, document));
            else expect(error ?? reasons.get(place)).toBeDefined();
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});
