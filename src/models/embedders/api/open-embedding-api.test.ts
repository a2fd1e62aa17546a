import { describe, expect, it } from 'vitest';
import { DIMENSIONS, hashVector } from '../../../../test/support/embedding-server.js';
import { tokensOf } from '../../../../test/support/scripted-server.js';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
  testClock,
} from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';

const { server, open } = servedTests();

describe('a served embedder', () => {
  it('gives every text its own vector, whatever the order of batches and answers', async () => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex % 2 ? { reversed: true } : undefined));
    const texts = someTexts(100);
    const { embedder } = await open(there, { limits: { texts: 7 } });
    expect(await collect(embedder, texts)).toEqual({ vectors: expectedVectors(texts), reasons: new Map() });
    expect(there.requests).toHaveLength(Math.ceil(100 / 7));
    expect(there.requests.flatMap((request) => request.texts).toSorted()).toEqual(texts.toSorted());
  });

  it('asks for nothing when there is nothing to embed', async () => {
    const there = await server();
    const { embedder } = await open(there);
    expect(await collect(embedder, [])).toEqual({ vectors: [], reasons: new Map() });
    expect(there.requests).toEqual([]);
  });

  it('embeds a text that comes twice twice', async () => {
    const { embedder } = await open(await server());
    const { vectors } = await collect(embedder, ['gout', 'gout', '']);
    expect(vectors).toEqual([hashVector('gout'), hashVector('gout'), hashVector('')]);
  });

  it("puts the role's prompt around the text", async () => {
    const there = await server();
    const { embedder } = await open(there, {
      prompts: { query: { prefix: 'Query: ' }, document: { prefix: 'Passage: ', suffix: '</s>' } },
    });
    await collect(embedder, ['why so tired?'], 'query');
    await collect(embedder, ['anaemia'], 'document');
    await collect(embedder, ['iron deficiency'], 'rewrite');
    expect(there.requests.map(({ texts }) => texts[0])).toEqual([
      'Query: why so tired?',
      'Passage: anaemia</s>',
      'iron deficiency',
    ]);
  });

  it('sends texts as the published scripts did when asked to', async () => {
    const there = await server();
    const { embedder } = await open(there, { asJson: true });
    await collect(embedder, ['38,5 °C\n"high"']);
    expect(there.requests[0]?.texts).toEqual([String.raw`"38,5 \u00b0C \"high\""`]);
  });

  it('normalises when asked to', async () => {
    const { embedder } = await open(await server(), { normalise: true });
    const { vectors } = await collect(embedder, ['gout']);
    const raw = hashVector('gout');
    const length = Math.hypot(...raw);
    expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 6);
    vectors[0]!.forEach((value, i) => {
      expect(value).toBeCloseTo(raw[i]! / length, 6);
    });
  });

  it('asks for dimensions and takes no others', async () => {
    const there = await server();
    const { embedder } = await open(there, { dimensions: 4 });
    expect((await collect(embedder, ['gout'])).vectors[0]).toHaveLength(4);
    expect(there.requests[0]?.body.dimensions).toBe(4);
    there.always(() => ({ dimensions: 5 }));
    const { reasons } = await collect(embedder, ['gout']);
    expect(reasons.get(0)).toContain('a vector of 5 numbers instead of 4');
  });

  it('never has more requests in flight than allowed, even for two askers at once', async () => {
    const there = await server();
    const { embedder } = await open(there, { concurrency: 3, limits: { texts: 2 } });
    const texts = someTexts(60);
    there.always(() => ({ late: true }));
    const waiting: number[] = [];
    there.onLate((count) => {
      waiting.push(count);
      setImmediate(() => there.letGo());
    });
    const results = await Promise.all([collect(embedder, texts, 'query'), collect(embedder, texts)]);
    for (const { vectors } of results) expect(vectors).toEqual(expectedVectors(texts));
    expect(there.busiest).toBeLessThanOrEqual(3);
    expect(Math.max(...waiting)).toBeGreaterThan(1);
  });

  it('gives vectors that are in before those that are late', async () => {
    const there = await server();
    const { embedder } = await open(there, { limits: { texts: 1 }, concurrency: 2 });
    there.always((texts) => (texts[0] === 'the longest text' ? { late: true } : undefined));
    const order: number[] = [];
    for await (const { embedded } of embedder.embed(['the longest text', 'short'], 'document', testTools())) {
      order.push(...embedded.map(({ place }) => place));
      there.letGo();
    }
    expect(order).toEqual([1, 0]);
  });
});

describe('usage', () => {
  it("counts the service's own tokens, requests and dollars", async () => {
    const there = await server();
    const { embedder } = await open(there, { limits: { texts: 10 }, usdPerMillionTokens: 0.13 });
    const texts = someTexts(30);
    await collect(embedder, texts);
    const tokens = tokensOf(texts);
    expect(embedder.usage()).toMatchObject({ tokens, calls: 3 });
    expect(embedder.usage().usd).toBeCloseTo((tokens * 0.13) / 1e6, 12);
  });

  it('estimates tokens where the service does not say', async () => {
    const there = await server();
    there.always(() => ({ withoutUsage: true }));
    const { embedder } = await open(there);
    await collect(embedder, ['twelve bytes']);
    expect(embedder.usage().tokens).toBe(4);
  });
});

describe('an answer of no use', () => {
  it('is counted too, because it was paid for', async () => {
    const there = await server();
    there.misbehave({ truncateAt: 20 });
    const { embedder } = await open(there);
    await collect(embedder, ['twelve bytes']);
    expect(embedder.usage()).toMatchObject({ tokens: 4 + 2, calls: 2, lost: 1 });
  });

  it('counts as the server counted, where it says; one that was lost counts as it was estimated', async () => {
    const there = await server();
    const { embedder } = await open(there);
    there.misbehave({ drop: true });
    await collect(embedder, ['twelve bytes']);
    expect(embedder.usage()).toMatchObject({ tokens: 4 + 2, calls: 2, lost: 1 });
    there.misbehave({ status: 200, body: '{"data":[],"usage":{"total_tokens":700}}' });
    await collect(embedder, ['twelve bytes']);
    expect(embedder.usage()).toMatchObject({ tokens: 4 + 2 + 700 + 2, calls: 4, lost: 1 });
  });
});

describe('the spec', () => {
  it('holds what changes a vector and the first address, not how fast it is made', async () => {
    const one = await server();
    const two = await server();
    const { embedder: a } = await open(one, { concurrency: 1, timeoutMs: 5 });
    const { embedder: b } = await open([one, two], { limits: { texts: 1 }, budget: { tokens: 1 } });
    expect(a.spec).toEqual(b.spec);
    const { embedder: elsewhere } = await open(two);
    expect(elsewhere.spec).not.toEqual(a.spec);
    const others = [
      { model: 'other' },
      { dialect: 'voyage' },
      { prompts: { query: { prefix: 'q: ' } } },
      { maxTokens: { document: 512 } },
      { dimensions: 4 },
      { normalise: true },
      { asJson: true },
      { identity: 'q8_0' },
      { tellRole: false },
    ] as const;
    for (const settings of others) {
      const { embedder } = await open(one, settings);
      expect(embedder.spec).not.toEqual(a.spec);
    }
  });
});

describe('an abort', () => {
  it('ends a run that waits for an answer', async () => {
    const there = await server();
    const stop = new AbortController();
    there.always(() => ({ hang: true }));
    there.onHang(() => stop.abort(new Error('enough')));
    const { embedder } = await open(there);
    const { error } = await collect(embedder, ['gout'], 'document', testTools({ signal: stop.signal }));
    expect(error?.message).toBe('enough');
  });

  it('ends a run that waits to try again', async () => {
    const there = await server();
    const stop = new AbortController();
    there.always(() => ({ status: 500 }));
    const clock = {
      ...testClock(),
      sleep: (_: number, signal: AbortSignal) =>
        new Promise((_resolve, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
          stop.abort(new Error('enough'));
        }),
    };
    const { embedder } = await open(there, { clock });
    const { error } = await collect(embedder, ['gout'], 'document', testTools({ signal: stop.signal }));
    expect(error?.message).toBe('enough');
    expect(there.requests).toHaveLength(1);
  });

  it('before the beginning asks for nothing', async () => {
    const there = await server();
    const { embedder } = await open(there);
    const tools = testTools({ signal: AbortSignal.abort(new Error('enough')) });
    expect((await collect(embedder, ['gout'], 'document', tools)).error?.message).toBe('enough');
    expect(there.requests).toEqual([]);
  });

  it('is also what happens when no caller takes the rest', async () => {
    const there = await server();
    const { embedder } = await open(there, { limits: { texts: 1 }, concurrency: 2 });
    for await (const { embedded } of embedder.embed(someTexts(50), 'document', testTools())) {
      expect(embedded).toHaveLength(1);
      break;
    }
    await there.idle();
    expect(there.requests.length).toBeLessThan(10);
    expect((await collect(embedder, ['gout'])).vectors[0]).toHaveLength(DIMENSIONS);
  });

  it('ends requests that no caller waits for any more', async () => {
    const there = await server();
    there.always(([text]) => (text === 'the longest text' ? { hang: true } : undefined));
    const { embedder } = await open(there, { limits: { texts: 1 }, concurrency: 2 });
    for await (const { embedded } of embedder.embed(['the longest text', 'short'], 'document', testTools())) {
      expect(embedded.map(({ place }) => place)).toEqual([1]);
      break;
    }
    await there.idle();
    expect(there.requests).toHaveLength(2);
  });

  it('of the embedder itself ends requests in flight', async () => {
    const there = await server();
    there.always(() => ({ hang: true }));
    const { embedder } = await open(there);
    there.onHang(() => void embedder.close());
    expect((await collect(embedder, ['gout'])).error?.message).toBe('the embedder was closed');
  });
});
