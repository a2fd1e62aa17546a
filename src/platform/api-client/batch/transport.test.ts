import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testClock } from '../../../../test/support/served-embedder.js';
import { type TestTools, testTools } from '../../../../test/support/tools.js';
import type { Connection } from '../exchange.js';
import { ApiFailure } from '../failure.js';
import type { HttpRequest } from '../http-request.js';
import type { BatchApi } from '../services.js';
import { openBatchStore } from './batch-store.js';
import type { BatchTransport } from './batch-transport.js';
import { LeftBatch } from './left-batch.js';
import { waitingRequests } from './open-batches.js';
import type { BatchProtocol, BatchState, Submission } from './protocol.js';
import { batchTransport } from './transport.js';
import { requestsInBatches } from './waiting.js';

const API: BatchApi = {
  service: 'test',
  protocol: 'openai',
  window: '24h',
  priceShare: 0.5,
  requests: 3,
  megabytes: 1,
  keptDays: 2,
  at: '2026-11-17',
  source: 'a test',
  unconfirmed: [],
};

const ENDPOINT = 'http://127.0.0.1:1';

const requestOf = (text: string): HttpRequest => ({
  url: `${ENDPOINT}/ask`,
  headers: () => ({}),
  body: { text },
});

/** A service that answers each text with itself, unless a test has other answers. */
const scripted = (own: Partial<BatchProtocol> = {}) => {
  const submitted: Submission[] = [];
  const protocol: BatchProtocol = {
    submit: async (submission) => {
      submitted.push(submission);
      return `batch-${submitted.length - 1}`;
    },
    state: async (id) => ended(submitted[Number(id.slice(6))]!),
    find: async () => undefined,
    ...own,
  };
  return { protocol, submitted };
};

const ended = ({ requests }: Submission): BatchState => ({
  at: 'end',
  cancelled: false,
  answers: async (each) => {
    for (const { id, body } of requests) each({ id, status: 200, body: body.text! });
  },
});

const opened = async (protocol: BatchProtocol, tools: TestTools = testTools()) => {
  const clock = testClock();
  const notes: string[] = [];
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    await turn();
    await clock.sleep(ms, signal);
  };
  const transport = batchTransport({
    api: API,
    protocol,
    store: await openBatchStore(API, tools.items),
    // No request is sent but by the protocol.
    connection: { clock: { ...clock, sleep }, addresses: [ENDPOINT] } as unknown as Connection,
    items: 'calls',
    note: (line) => notes.push(line),
  });
  return { transport, notes, clock, tools };
};

const sent = async (
  transport: BatchTransport,
  texts: readonly string[],
  signal = new AbortController().signal,
) =>
  Promise.all(
    texts.map(async (text) => {
      const { status, text: read } = await transport.send(requestOf(text), ENDPOINT, signal);
      return `${status} ${await read()}`;
    }),
  );

describe('requests in batches', () => {
  it('are as many in one as the service takes, and as long', async () => {
    const { protocol, submitted } = scripted();
    const { transport } = await opened(protocol);
    const long = 'x'.repeat(600_000);
    expect(await sent(transport, ['a', 'b', 'c', 'd', long, long])).toEqual(
      ['a', 'b', 'c', 'd', long, long].map((text) => `200 ${JSON.stringify(text)}`),
    );
    expect(submitted.map(({ requests }) => requests.length)).toEqual([3, 2, 1]);
    await transport.close();
  });

  it('come as a stream too, without headers', async () => {
    const { transport } = await opened(scripted().protocol);
    const stream = await transport.send(requestOf('a'), ENDPOINT, new AbortController().signal);
    const chunks: string[] = [];
    for await (const chunk of stream.chunks) chunks.push(Buffer.from(chunk).toString());
    stream.enough();
    expect([chunks, stream.header('retry-after')]).toEqual([['"a"'], undefined]);
    await transport.close();
  });

  it('that nobody waits for any more are not submitted', async () => {
    const { protocol, submitted } = scripted();
    const { transport } = await opened(protocol);
    const waiting = sent(transport, ['a']);
    await transport.close();
    await expect(waiting).rejects.toThrow(LeftBatch);
    const gone = AbortSignal.abort();
    await expect(sent(transport, ['a'], gone)).rejects.toThrow(LeftBatch);
    expect(submitted).toEqual([]);
  });

  it('are submitted three times at most, then they failed', async () => {
    const { protocol, submitted } = scripted({
      state: async () => ({ at: 'end', cancelled: false, answers: async () => {} }),
    });
    const { transport, notes } = await opened(protocol);
    expect(await sent(transport, ['a'])).toEqual([
      '408 {"error":{"message":"its batch ended without an answer"}}',
    ]);
    expect(submitted.length).toBe(3);
    expect(notes.filter((note) => note.includes('they are submitted again')).length).toBe(2);
    await transport.close();
  });

  it('keep an answer that an error follows, and ignore answers to others', async () => {
    const { protocol, submitted } = scripted({
      state: async () => ({
        at: 'end',
        cancelled: false,
        answers: async (each) => {
          const id = submitted[0]!.requests[0]!.id;
          each({ id: 'somebody-0', status: 200, body: 'not mine' });
          each({ id, status: 200, body: 'yes' });
          each({ id, status: 500, body: 'no' });
          each({ id, status: 200, body: 'again' });
        },
      }),
    });
    const { transport } = await opened(protocol);
    expect(await sent(transport, ['a'])).toEqual(['200 "yes"']);
    await transport.close();
  });
});

describe('a submission that fails', () => {
  const failing = (error: unknown) =>
    scripted({
      submit: async () => {
        throw error;
      },
    });

  it('is forgotten where the service made no batch', async () => {
    const { transport, tools } = await opened(failing(new ApiFailure('denied', 'no such key')).protocol);
    await expect(sent(transport, ['a'])).rejects.toThrow('no such key');
    expect(await waitingRequests(API, tools.items, 0)).toBe(0);
    await transport.close();
  });

  it.each([
    [new ApiFailure('unusable', 'half an answer'), 'half an answer'],
    [new Error('a defect'), 'a defect'],
  ])('is remembered where it may have made one', async (error, message) => {
    const { transport, tools, clock } = await opened(failing(error).protocol);
    await expect(sent(transport, ['a', 'b'])).rejects.toThrow(message);
    expect(await waitingRequests(API, tools.items, clock.date())).toBe(2);
    // The service keeps answers for two days.
    expect(await waitingRequests(API, tools.items, clock.date() + 3 * 86_400_000)).toBe(0);
    await transport.close();
    const next = scripted();
    const again = await opened(next.protocol, tools);
    expect(await again.transport.remembers([requestOf('c')], ENDPOINT)).toBe(false);
    expect(await again.transport.remembers([requestOf('a')], ENDPOINT)).toBe(true);
    // The service never made it: it is submitted now, and then nothing is remembered.
    expect(await sent(again.transport, ['a'])).toEqual(['200 "a"']);
    expect(next.submitted.length).toBe(1);
    await again.transport.close();
    expect(await waitingRequests(API, tools.items, clock.date())).toBe(0);
  });

  it('is tried again while the service is busy, for no longer than is waited', async () => {
    let tries = 0;
    const { protocol } = scripted({
      submit: async () => {
        tries++;
        throw new ApiFailure('busy', 'come back', { waitMs: tries === 1 ? 1000 : 3_600_000 });
      },
    });
    const { transport, notes, clock } = await opened(protocol);
    await expect(sent(transport, ['a'])).rejects.toThrow('come back');
    expect(tries).toBe(2);
    expect(notes).toEqual(['come back; try 2 of 6 to submit a batch']);
    expect(clock.slept).toContain(1000);
    await transport.close();
  });
});

describe('a batch', () => {
  it('whose state cannot be read fails its requests, and is remembered', async () => {
    const { protocol } = scripted({
      state: async () => {
        throw new ApiFailure('broken', 'the line broke');
      },
    });
    const { transport, tools, clock } = await opened(protocol);
    await expect(sent(transport, ['a'])).rejects.toMatchObject({
      message: expect.stringContaining('the line broke'),
      details: { fix: expect.stringContaining('what was submitted is remembered') },
    });
    await transport.close();
    expect(await waitingRequests(API, tools.items, clock.date())).toBe(1);
    expect(await requestsInBatches('https://api.openai.com/v1', tools.items, clock.date())).toBe(0);
    expect(await requestsInBatches('https://example.org/v1', tools.items, clock.date())).toBe(0);
  });
});
