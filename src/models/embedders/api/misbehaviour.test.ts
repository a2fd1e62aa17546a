import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Behaviour, hashVector } from '../../../../test/support/embedding-server.js';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
} from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';

const { server, open } = servedTests();

const PAGE = '<html><head><title>502 Bad Gateway</title></head></html>';

const PASSING: Readonly<Record<string, Behaviour>> = {
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
  'leaves vectors out': { missing: 1 },
  'gives vectors too many': { extra: 1 },
  'gives vectors of another size': { dimensions: 7 },
  'gives NaN': { firstNumber: 'NaN' },
  'gives null for a number': { firstNumber: 'null' },
  'gives a number beyond 32 bits': { firstNumber: '1e300' },
  'gives a string for a number': { firstNumber: '"0.5"' },
};

describe('a server that once', () => {
  it.each(Object.entries(PASSING))('%s is asked again', async (_, behaviour) => {
    const there = await server();
    const texts = someTexts(12);
    const { embedder } = await open(there, { limits: { texts: 4 }, concurrency: 1 });
    await collect(embedder, ['the first, from which the size of vectors is known']);
    there.misbehave(behaviour);
    const tools = testTools();
    expect(await collect(embedder, texts, 'document', tools)).toEqual({
      vectors: expectedVectors(texts),
      reasons: new Map(),
    });
    expect(there.requests).toHaveLength(5);
    expect(tools.notes).toHaveLength(1);
  });
});

describe('a server that always', () => {
  const forBad = (behaviour: Behaviour) => (texts: readonly string[]) =>
    texts.some((text) => text.includes('BAD')) ? behaviour : undefined;

  it.each(
    Object.entries({
      ...PASSING,
      'refuses a batch with a text in it': { status: 400, body: '{"error":{"message":"forbidden word"}}' },
      'finds it unprocessable': { status: 422, body: '{"detail":[{"loc":["input"],"msg":"not a text"}]}' },
      'finds it too large': { status: 413 },
    }).filter(([name]) => !['is overloaded', 'limits the rate'].includes(name)),
  )('%s embeds the others and names that one', async (_, behaviour) => {
    const there = await server();
    const texts = someTexts(25).map((text, i) => (i === 13 ? `${text} BAD` : text));
    const { embedder } = await open(there, { limits: { texts: 8 }, shorten: false });
    await collect(embedder, ['the first, from which the size of vectors is known']);
    there.always(forBad(behaviour));
    const { vectors, reasons, error } = await collect(embedder, texts);
    expect(error).toBeUndefined();
    expect([...reasons.keys()]).toEqual([13]);
    expect(reasons.get(13)).toContain(there.origin);
    expect(vectors.filter((_vector, i) => i !== 13)).toEqual(
      expectedVectors(texts).filter((_vector, i) => i !== 13),
    );
  });

  it('fails on one text is given fewer tries for each part of a batch', async () => {
    const there = await server();
    there.always(forBad({ status: 500 }));
    const { embedder } = await open(there, { concurrency: 1 });
    await collect(embedder, ['a BAD text', 'a good']);
    expect(there.requests.map(({ texts }) => texts.length)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1]);
  });

  it('refuses says why, in one short line', async () => {
    const there = await server();
    const body = JSON.stringify({ error: { message: `first line\nsecond\u0007 ${'long '.repeat(200)}` } });
    there.always(() => ({ status: 400, body }));
    const { embedder } = await open(there);
    const { reasons } = await collect(embedder, ['gout']);
    expect(reasons.get(0)).toMatch(/answered 400: first line second long long/);
    expect(reasons.get(0)!.length).toBeLessThan(280);
    expect(reasons.get(0)).not.toMatch(/[\n\u0007]/);
  });

  it('refuses everything ends the work instead of being sent each text', async () => {
    const there = await server();
    there.always(() => ({ status: 400, body: '{"message":"dimensions are not supported"}' }));
    const { embedder } = await open(there);
    const { error, reasons } = await collect(embedder, someTexts(500));
    expect(error?.message).toContain('20 texts in a row were not embedded');
    expect(error?.message).toContain('dimensions are not supported');
    expect(reasons.size).toBeLessThan(25);
    expect(there.requests.length).toBeLessThan(120);
  });

  it('refuses empty texts names them all and embeds the rest, however many there are', async () => {
    const there = await server();
    there.always((texts) => (texts.includes('') ? { status: 400, body: 'empty' } : undefined));
    const texts = [...someTexts(10), ...new Array<string>(50).fill('')];
    const { embedder } = await open(there);
    const { reasons, error } = await collect(embedder, texts);
    expect(error).toBeUndefined();
    expect([...reasons.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10));
  });

  it('reports errors as answers is quoted', async () => {
    const there = await server();
    there.always(() => ({ status: 200, body: '{"error":"no model is loaded"}' }));
    const { embedder } = await open(there);
    expect((await collect(embedder, ['gout'])).reasons.get(0)).toMatch(
      /answered with an answer without embeddings: no model is loaded$/,
    );
  });

  it('is away while a batch is taken apart is waited for all the same', async () => {
    const there = await server();
    const { embedder } = await open(there, { concurrency: 1 });
    there.misbehave({ status: 400 }, { status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    const texts = someTexts(4);
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
  });

  it('is busy ends the work in the end, with advice', async () => {
    const there = await server();
    there.always(() => ({ status: 503 }));
    const { embedder, clock } = await open(there, { concurrency: 1 });
    const { error } = await collect(embedder, ['gout']);
    expect(error?.message).toMatch(/answered 503\n {2}Fix: wait and run again/);
    expect(there.requests).toHaveLength(6);
    expect(clock.slept).toEqual([375, 750, 1500, 3000, 6000]);
  });

  it('leaves requests without an answer ends the work before long', async () => {
    const there = await server();
    const { embedder, clock } = await open(there, { limits: { texts: 64 } });
    there.always(() => ({ hang: true }));
    there.onHang(() => setImmediate(clock.ring));
    const { error } = await collect(embedder, someTexts(500));
    expect(error?.message).toMatch(/20 requests in a row were not answered; .* no answer within 600 s/);
    expect(there.requests.length).toBeLessThan(30);
  });
});

describe('a server that drops every other line', () => {
  it('is asked on, because it answers in between', async () => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex % 2 ? { drop: true } : undefined));
    const texts = someTexts(40);
    const { embedder } = await open(there, { limits: { texts: 1 }, concurrency: 1 });
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
  });
});

describe('a server that is told to slow down its clients', () => {
  it('is left in peace for as long as it asks', async () => {
    const there = await server();
    there.misbehave({ status: 429, headers: { 'retry-after': '42' } });
    const { embedder, clock } = await open(there);
    expect((await collect(embedder, ['gout'])).vectors).toEqual([hashVector('gout')]);
    expect(clock.slept).toEqual([42_000]);
  });

  it.each([
    [{ headers: { 'retry-after-ms': '350', 'retry-after': '1' } }, 350],
    [
      { body: '{"error":{"message":"You exceeded your current quota","details":[{"retryDelay":"34.5s"}]}}' },
      34_500,
    ],
    [{ headers: { 'retry-after': 'soon' } }, 375],
  ])('may ask in the ways of OpenAI and Gemini: %j', async (how, ms) => {
    const there = await server();
    there.misbehave({ status: 429, ...how });
    const { embedder, clock } = await open(there);
    expect((await collect(embedder, ['gout'])).error).toBeUndefined();
    expect(clock.slept).toEqual([ms]);
  });

  it('is not waited for when it asks for an hour', async () => {
    const there = await server();
    there.misbehave({ status: 429, headers: { 'retry-after': '3600' } });
    const { embedder, clock } = await open(there);
    const { error } = await collect(embedder, ['gout']);
    expect(error?.message).toContain('answered 429');
    expect(clock.slept).toEqual([]);
  });

  it('gets all texts in the end when it lets every third request through', async () => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex % 3 ? { status: 429 } : undefined));
    const texts = someTexts(60);
    const { embedder } = await open(there, { limits: { texts: 2 }, concurrency: 8 });
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
  });
});

describe('a text that is too long for the server', () => {
  it.each([
    [400, "This model's maximum context length is 10 tokens, however you requested 20 tokens.", 47],
    [500, 'the input length exceeds the context length', 50],
    [422, '`inputs` must have less than 40 tokens. Given: 50', 76],
  ])('is sent once more, shorter (%i: %s)', async (status, message, kept) => {
    const there = await server();
    there.always(([text]) =>
      text!.length > 80 ? { status, body: JSON.stringify({ error: { message } }) } : undefined,
    );
    const { embedder } = await open(there);
    const text = 'x'.repeat(100);
    const { vectors } = await collect(embedder, [text]);
    expect(vectors).toEqual([hashVector(text.slice(0, kept))]);
    expect(embedder.usage().cut.document).toBe(1);
  });

  it('is named when that does not help, or is not wanted', async () => {
    const there = await server();
    there.always(() => ({ status: 400, body: '{"error":"input is too long"}' }));
    for (const [shorten, requests] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const { embedder } = await open(there, { shorten });
      const before = there.requests.length;
      expect((await collect(embedder, ['gout'])).reasons.get(0)).toContain('too long');
      expect(there.requests.length - before).toBe(requests);
    }
  });
});

describe('whatever a server does', () => {
  it('every text ends embedded or named, and none is requested again once it is embedded', async () => {
    const behaviours = fc.constantFrom<Behaviour>(
      {},
      {},
      ...Object.values(PASSING),
      { status: 400, body: 'no' },
      { status: 413 },
      { reversed: true },
      { base64: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviours, { maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        async (script, count, perRequest, concurrency) => {
          const there = await server();
          // The size must be known, or a first answer with a wrong one sets it; what is shortened is another text.
          const { embedder } = await open(there, {
            concurrency,
            limits: { texts: perRequest },
            dimensions: 8,
            shorten: false,
          });
          const proper = new Set<string>();
          const twice: string[] = [];
          there.always((texts, sampleIndex) => {
            const behaviour = script[sampleIndex - 1] ?? {};
            twice.push(...texts.filter((text) => proper.has(text)));
            if (behaviour.reversed || behaviour.base64 || !Object.keys(behaviour).length)
              for (const text of texts) proper.add(text);
            return behaviour;
          });
          const texts = someTexts(count);
          const { vectors, reasons, error } = await collect(embedder, texts);
          expect(twice).toEqual([]);
          vectors.forEach((vector, place) => {
            if (vector) expect(vector).toEqual(hashVector(texts[place]!));
            else expect(error ?? reasons.get(place)).toBeDefined();
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});
