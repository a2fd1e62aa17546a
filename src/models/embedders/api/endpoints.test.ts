import { describe, expect, it } from 'vitest';
import type { EmbeddingServer } from '../../../../test/support/embedding-server.js';
import { killAt } from '../../../../test/support/scripted-server.js';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
} from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';
import { parseServed } from '../../../platform/api-client/index.js';

const { server, open } = servedTests();

describe('several endpoints', () => {
  it('share the load evenly', async () => {
    const servers = [await server(), await server(), await server()];
    const texts = someTexts(90);
    const { embedder } = await open(servers, { limits: { texts: 1 }, concurrency: 6 });
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
    const counts = servers.map(({ requests }) => requests.length);
    expect(counts.reduce((a, b) => a + b)).toBe(90);
    expect(Math.min(...counts)).toBeGreaterThan(15);
  });

  it('go on when one of them is killed in the midst of the work', async () => {
    const [dying, living] = [await server(), await server()];
    const texts = someTexts(60);
    const { embedder } = await open([dying, living], { limits: { texts: 2 }, concurrency: 4 });
    const killed = killAt(dying, 4);
    const tools = testTools();
    const { vectors, reasons, error } = await collect(embedder, texts, 'document', tools);
    expect(error).toBeUndefined();
    expect(reasons.size).toBe(0);
    expect(vectors).toEqual(expectedVectors(texts));
    expect(killed()).toBe(true);
    expect(tools.notes.filter((line) => line.includes('left out for 30 s'))).toHaveLength(1);
  });

  it('get as many requests as they answer: one that is slow holds its own and no more', async () => {
    const [slow, quick] = [await server(), await server()];
    const texts = someTexts(20);
    slow.always(() => ({ late: true }));
    quick.always((_, place) => {
      if (place === 17) slow.letGo();
      return undefined;
    });
    const { embedder } = await open([slow, quick], { limits: { texts: 1 }, concurrency: 4 });
    const tools = testTools();
    expect((await collect(embedder, texts, 'document', tools)).vectors).toEqual(expectedVectors(texts));
    expect([slow.requests.length, quick.requests.length]).toEqual([2, 18]);
    await embedder.close();
    const [a, b] = [slow, quick].map(({ origin }) => `${origin}/v1`);
    expect(tools.notes.at(-1)).toBe(`the embedder: requests per endpoint: ${a} 2, ${b} 18`);
  });

  it('leave one that is dead from the start out, and say how the others shared the work', async () => {
    const [dead, ...living] = [await server(), await server(), await server()];
    await dead.close();
    const texts = someTexts(60);
    const { embedder } = await open([dead, ...living], { limits: { texts: 1 }, concurrency: 3 });
    const tools = testTools();
    expect((await collect(embedder, texts, 'document', tools)).vectors).toEqual(expectedVectors(texts));
    const counts = living.map(({ requests }) => requests.length);
    expect(counts.reduce((a, b) => a + b)).toBe(60);
    await embedder.close();
    expect(tools.notes.at(-1)).toMatch(/\/v1 3 \(3 failed\), \S+ \d+, \S+ \d+$/);
  });

  it('that are eight, one dead and one slow, embed each text once: the dead gets next to nothing, the slow less than any other', async () => {
    const servers = await Promise.all(Array.from({ length: 8 }, () => server()));
    const [dead, slow, ...quick] = servers as [EmbeddingServer, EmbeddingServer, ...EmbeddingServer[]];
    await dead.close();
    slow.always(() => ({ late: true }));
    const texts = someTexts(160);
    const count = ({ requests }: EmbeddingServer): number => requests.length;
    const sum = (all: readonly EmbeddingServer[]): number =>
      all.reduce((total, each) => total + count(each), 0);
    // The slow one answers when every text was sent to some server.
    const afterAll = (): void => {
      if (sum(servers) === texts.length) slow.letGo();
    };
    slow.onLate(afterAll);
    for (const each of quick) each.always(() => void afterAll());
    const { endpoints, model } = parseServed(`${servers.map(({ origin }) => `${origin}/v1`).join(',')}#tiny`);
    const { embedder } = await open(servers, { endpoints, model, limits: { texts: 1 }, concurrency: 16 });
    const tools = testTools();
    expect((await collect(embedder, texts, 'document', tools)).vectors).toEqual(expectedVectors(texts));
    expect(servers.flatMap(({ requests }) => requests.flatMap((each) => each.texts)).sort()).toEqual(
      [...texts].sort(),
    );
    expect(count(slow)).toBeGreaterThan(0);
    expect(count(slow)).toBeLessThan(Math.min(...quick.map(count)) / 2);
    await embedder.close();
    const [, asked, failed] = /^\S+ (\d+) \((\d+) failed\)/.exec(
      tools.notes.at(-1)!.split('endpoint: ')[1]!,
    )!;
    expect([failed, Number(asked) <= 4]).toEqual([asked, true]);
    expect(tools.notes.filter((line) => line.includes('left out for 30 s'))).toHaveLength(1);
  });

  it('send a failed request on to another one at once', async () => {
    const [failing, good] = [await server(), await server()];
    failing.always(() => ({ status: 500 }));
    const { embedder, clock } = await open([failing, good], { concurrency: 1 });
    expect((await collect(embedder, ['gout'])).error).toBeUndefined();
    expect(clock.slept).toEqual([0]);
  });

  it('do not get the same request twice in a row, even if they have had less to do', async () => {
    const [slow, quick] = [await server(), await server()];
    slow.always(() => ({ late: true, status: 500 }));
    quick.always((_, sampleIndex) => {
      if (sampleIndex === 2) slow.letGo();
      return undefined;
    });
    const texts = ['the longest of them', 'short', 'shorter'];
    const { embedder } = await open([slow, quick], { limits: { texts: 1 }, concurrency: 2 });
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
    expect([slow.requests.length, quick.requests.length]).toEqual([1, 3]);
  });

  it('that serve different models do not mix their vectors', async () => {
    const [first, other] = [await server(), await server()];
    other.always(() => ({ dimensions: 5 }));
    const texts = someTexts(40);
    const { embedder } = await open([first, other], { limits: { texts: 4 }, concurrency: 1 });
    const { vectors, error } = await collect(embedder, texts);
    expect(error).toBeUndefined();
    expect(vectors).toEqual(expectedVectors(texts));
  });

  it('that are all gone end the work with advice', async () => {
    const gone = [await server(), await server()];
    for (const each of gone) await each.close();
    const { embedder } = await open(gone);
    const { error } = await collect(embedder, ['gout']);
    expect(error?.message).toMatch(/the connection was refused\n {2}Fix: start the server/);
  });

  it('given twice are one', async () => {
    const there = await server();
    const { embedder } = await open(there, {
      endpoints: [`${there.origin}/v1`, `${there.origin}/v1/`, `${there.origin}/v1/embeddings`],
    });
    await collect(embedder, ['gout']);
    expect(there.requests[0]?.path).toBe('/v1/embeddings');
  });
});
