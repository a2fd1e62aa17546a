import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, once } from '../../../core/index.js';
import type { HttpStream } from '../../node/index.js';
import type { HttpRequest } from '../http-request.js';
import type { BatchApi } from '../services.js';
import type { OpenBatch } from './batch-store.js';
import type { BatchTransport } from './batch-transport.js';
import { LeftBatch } from './left-batch.js';
import { type BatchOptions, type Waiting, type Watched, watching } from './watched.js';

/** Requests are submitted when for so many looks at the clock no other one came: work between two of them may block it. */
const QUIET_LOOKS = 4;
const LOOK_MS = 100;

export const batchTransport = (options: BatchOptions): BatchTransport => {
  const { api, store, connection } = options;
  const { clock } = connection;
  const closed = new AbortController();
  const work = new Set<Promise<void>>();
  const watched: Watched[] = [];
  /** Requests of earlier batches whose answers nobody waits for yet. */
  const remembered = new Map<string, { readonly of: Watched; readonly number: number }[]>();
  const queue = new Set<Waiting>();
  let arrivals = 0;
  let waitsForQuiet = false;
  let wasLeft = false;

  const begin = (doing: Promise<void>): void => {
    const done = doing.finally(() => work.delete(done));
    work.add(done);
  };
  const enqueue = (waiting: Waiting): void => {
    delete waiting.at;
    queue.add(waiting);
    arrivals++;
    begin(submitWhenQuiet());
  };
  const { submit, follow } = watching({ ...options, closed: closed.signal, enqueue });

  const watch = (batch: OpenBatch): Watched => {
    const of = {
      batch,
      waiting: new Map(),
      handed: new Set<number>(),
      isFollowed: false,
      left: new AbortController(),
    };
    watched.push(of);
    return of;
  };
  const load = once(async (): Promise<void> => {
    for (const batch of await store.open(clock.date(), api.keptDays)) {
      const of = watch(batch);
      for (const [number, hash] of batch.hashes.entries()) {
        if (batch.taken.has(number)) continue;
        const same = remembered.get(hash) ?? [];
        same.push({ of, number });
        remembered.set(hash, same);
      }
    }
  });
  const submitWhenQuiet = async (): Promise<void> => {
    if (waitsForQuiet) return;
    waitsForQuiet = true;
    try {
      for (let quiet = 0, seen = -1; quiet < QUIET_LOOKS; quiet++) {
        if (seen !== arrivals) quiet = 0;
        seen = arrivals;
        await clock.sleep(LOOK_MS, closed.signal);
      }
    } catch (error) {
      for (const each of [...queue]) each.fail(error);
    }
    waitsForQuiet = false;
    for (const some of chunks(queue, api)) {
      const hashes = some.map(({ hash }) => hash);
      const name = `r2med-${randomBytes(8).toString('hex')}`;
      const of = watch({ name, since: clock.date(), hashes, taken: new Set() });
      for (const [number, waiting] of some.entries()) {
        queue.delete(waiting);
        waiting.at = { of, number };
        of.waiting.set(number, waiting);
      }
      begin(submit(of, some));
    }
  };
  const forget = (waiting: Waiting): void => {
    queue.delete(waiting);
    const { of, number } = waiting.at ?? {};
    if (!of?.waiting.delete(number!) || of.waiting.size > 0) return;
    if (wasLeft) of.left.abort(new LeftBatch());
  };

  return {
    remembers: async (requests, endpoint) => {
      await load();
      for (const request of requests) if (remembered.get(hashOf(request, endpoint))?.length) return true;
      return false;
    },
    send: async (request, endpoint, signal) => {
      await load();
      if (signal.aborted) throw new LeftBatch();
      return new Promise<HttpStream>((resolve, reject) => {
        const settle = (settled: () => void): void => {
          signal.removeEventListener('abort', leave);
          forget(waiting);
          settled();
        };
        const waiting: Waiting = {
          hash: hashOf(request, endpoint),
          path: request.url.slice(endpoint.length),
          request,
          tries: 0,
          answer: (status, body) => settle(() => resolve(streamOf(status, body))),
          fail: (error) => settle(() => reject(error)),
        };
        const leave = (): void => {
          wasLeft = true;
          waiting.fail(new LeftBatch());
        };
        signal.addEventListener('abort', leave, { once: true });
        const earlier = remembered.get(waiting.hash)?.shift();
        if (!earlier) return enqueue(waiting);
        waiting.at = earlier;
        earlier.of.waiting.set(earlier.number, waiting);
        begin(follow(earlier.of));
      });
    },
    close: async () => {
      closed.abort(new LeftBatch());
      await Promise.allSettled(work);
      // Who left may not have stored what was handed over last; then it is handed over again.
      if (!wasLeft) for (const { batch, handed } of watched) await store.taken(batch.name, [...handed]);
    },
  };
};

const MEGABYTE = 1_000_000;

/** As many requests as a batch takes. */
function* chunks(
  waiting: Iterable<Waiting>,
  { requests, megabytes }: BatchApi,
): Generator<readonly Waiting[]> {
  let some: Waiting[] = [];
  let bytes = 0;
  for (const each of waiting) {
    // The id and what else is in its line.
    const size = Buffer.byteLength(JSON.stringify(each.request.body)) + 256;
    if (some.length > 0 && (some.length >= requests || bytes + size > megabytes * MEGABYTE)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(each);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

/** What a request asks, whoever asks it. */
const hashOf = ({ url, body = {} }: HttpRequest, endpoint: string): string =>
  createHash('sha256')
    .update(`${url.slice(endpoint.length)}\n${canonicalJson(body)}`)
    .digest('base64url')
    .slice(0, 22);

const streamOf = (status: number, body: string): HttpStream => ({
  status,
  header: () => undefined,
  chunks: (async function* () {
    yield Buffer.from(body);
  })(),
  enough: () => {},
  text: async () => body,
});
