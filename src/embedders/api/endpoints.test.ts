import { describe, expect, it } from 'vitest';
import { killAt } from '../../../test/scripted-server.js';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
  testClock,
} from '../../../test/served-embedder.js';
import { testTools } from '../../../test/tools.js';
import { endpoints } from '../../api-client/index.js';

const { server, open } = servedTests();
const never = new AbortController().signal;

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

describe('an endpoint', () => {
  it('is left out after three failures in a row, and tried again half a minute later', async () => {
    const clock = testClock();
    const two = endpoints(['a', 'b'], 8, clock);
    const ask = async (works: boolean, avoid?: string): Promise<string> => {
      const lease = await two.take(never, avoid);
      if (works) lease.answered();
      else lease.failed();
      lease.release();
      return lease.endpoint;
    };
    for (let i = 0; i < 3; i++) expect(await ask(false, 'b')).toBe('a');
    const next: string[] = [];
    for (let i = 0; i < 6; i++) next.push(await ask(true));
    expect(next).toEqual(new Array(6).fill('b'));
    expect(two.another('b')).toBe(false);
    clock.pass(30_001);
    expect(await ask(false, 'b')).toBe('a');
    expect(await ask(true)).toBe('b');
    clock.pass(30_001);
    expect(await ask(true, 'b')).toBe('a');
    expect(two.another('b')).toBe(true);
  });

  it('that is the only one is never left out', async () => {
    const one = endpoints(['a'], 1, testClock());
    for (let i = 0; i < 9; i++) {
      const lease = await one.take(never);
      expect(lease.failed()).toBe(false);
      lease.release();
    }
  });

  it('that asks for peace gets it from everyone', async () => {
    const clock = testClock();
    const one = endpoints(['a'], 2, clock);
    const lease = await one.take(never);
    lease.failed(5000);
    lease.release();
    await one.take(never);
    expect(clock.slept).toEqual([5000]);
  });
});

describe('a place', () => {
  it('is waited for in turn, and not lost when someone gives up waiting', async () => {
    const one = endpoints(['a'], 1, testClock());
    const first = await one.take(never);
    const stop = new AbortController();
    const impatient = one.take(stop.signal);
    const patient = one.take(never);
    stop.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    first.release();
    expect((await patient).endpoint).toBe('a');
  });

  it('is given back when the wait before a request is broken off', async () => {
    const clock = testClock();
    const one = endpoints(['a'], 1, {
      ...clock,
      sleep: async () => {
        throw new Error('enough');
      },
    });
    const lease = await one.take(never);
    lease.failed(1000);
    lease.release();
    await expect(one.take(never)).rejects.toThrow('enough');
    clock.pass(1000);
    expect((await one.take(never)).endpoint).toBe('a');
  });
});
