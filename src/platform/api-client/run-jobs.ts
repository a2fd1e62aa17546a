import { setMaxListeners } from 'node:events';
import { inParallel } from '../../core/index.js';
import type { Client } from './client.js';
import { ApiFailure, type Used } from './failure.js';
import { countUndone, endOfWork } from './given-up.js';
import { shareToKeep } from './http-failures.js';
import type { Cost } from './meter.js';
import { type Retried, requestWithRetry, type Signals } from './retry-request.js';

/** Items that go in one request. */
interface Job<Item> {
  readonly items: readonly Item[];
  /** A part of a batch that failed: the batch has had its attempts, so its parts get fewer. */
  readonly isPart?: boolean;
}

/** Some items done or given up. */
interface Batch<Item, Value> {
  readonly done: readonly { readonly item: Item; readonly value: Value }[];
  readonly failed: readonly { readonly item: Item; readonly reason: string }[];
}

/** What one response has: a value per item, in the order of the items, and what the service says that it took. */
interface Values<Value> {
  readonly values: readonly Value[];
  readonly used?: Used;
}

/** How items are requested, of any kind. */
export interface Run<Item, Value> {
  readonly client: Client;
  /** The maximum that the items will take, before the service says. */
  most(items: readonly Item[]): Cost;
  /** One request. */
  request(endpoint: string, items: readonly Item[], signal: AbortSignal): Promise<Values<Value>>;
  /** Throws a failure when proper values do not go with those that came before. */
  check?(values: readonly Value[], endpoint: string): void;
  /** What an item says: the same text, such as an empty one, is the same failure. */
  textOf(item: Item): string;
  /** The item with this share of its text, after it was refused for its length; undefined if that is no longer tried. */
  shorter(item: Item, share: number): Item | undefined;
  note(line: string): void;
}

const TRIES_OF_PARTS = 2;

/** A response that cannot be used will often be the same again. */
const TRIES_OF_UNUSABLE = 2;

const triesOf = (isPart: boolean | undefined): Retried<unknown>['tries'] => ({
  ...(isPart && { silent: TRIES_OF_PARTS, broken: TRIES_OF_PARTS }),
  unusable: TRIES_OF_UNUSABLE,
});

/** Works through batches of items, as many at a time as the client allows, and yields their values. */
export async function* runJobs<Item, Value>(
  run: Run<Item, Value>,
  batches: Iterator<readonly Item[]>,
  signal: AbortSignal,
): AsyncGenerator<Batch<Item, Value>> {
  const until = run.client.until(signal);
  const stopped = new AbortController();
  const left = new AbortController();
  const signals: Signals = {
    all: AbortSignal.any([until, left.signal]),
    waits: AbortSignal.any([until, left.signal, stopped.signal]),
  };
  // Every request listens to them; the default would warn of a leak from the eleventh on.
  setMaxListeners(0, signals.all, signals.waits);
  const parts: Job<Item>[] = [];

  const nextJob = (): Job<Item> | undefined => {
    const part = parts.shift();
    if (part) return part;
    const { done, value } = batches.next();
    return done ? undefined : { items: value };
  };
  const next = (): Promise<Batch<Item, Value>> | undefined => {
    const job = nextJob();
    return job && settle(run, job, parts, signals);
  };

  try {
    until.throwIfAborted();
    // The next request goes out before a batch is stored. After an error nothing waits: what is in flight may still finish.
    const options = {
      most: run.client.concurrency,
      ahead: true,
      failed: (error: unknown) => stopped.abort(error),
    };
    for await (const batch of inParallel(next, options))
      if (batch.done.length || batch.failed.length) yield batch;
  } finally {
    left.abort(new Error('no longer wanted'));
  }
}

/** What became of a job. What has to be requested again goes to the front of `parts`. */
const settle = async <Item, Value>(
  run: Run<Item, Value>,
  job: Job<Item>,
  parts: Job<Item>[],
  signals: Signals,
): Promise<Batch<Item, Value>> => {
  const { client } = run;
  const { items, isPart } = job;
  try {
    const values = await requestWithRetry(
      client,
      {
        most: run.most(items),
        tries: triesOf(isPart),
        send: async (endpoint, signal) => {
          const { values: reply, used = {} } = await run.request(endpoint, items, signal);
          return { reply, used };
        },
        check: (reply, endpoint) => run.check?.(reply, endpoint),
        note: run.note,
      },
      signals,
    );
    client.memory.undone.clear();
    return { done: items.map((item, i) => ({ item, value: values[i]! })), failed: [] };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const end = endOfWork(error, client);
    if (end) throw end;
    const again = smaller(run, items, error);
    parts.unshift(...again.map((part) => ({ items: part, isPart: true })));
    if (again.length) return { done: [], failed: [] };
    const item = items[0]!;
    countUndone(run.textOf(item), error.message, client);
    return { done: [], failed: [{ item, reason: error.message }] };
  }
};

/** Halves, until one item is left; that one once more, shorter, if its length is what the service minds. */
const smaller = <Item, Value>(
  run: Run<Item, Value>,
  items: readonly Item[],
  { details: { tooLong } }: ApiFailure,
): readonly (readonly Item[])[] => {
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const shorter = tooLong === undefined ? undefined : run.shorter(items[0]!, shareToKeep(tooLong));
  return shorter === undefined ? [] : [[shorter]];
};

/** The most that one request holds. */
export interface BatchLimits {
  readonly texts: number;
  readonly tokens: number;
  readonly bytes: number;
}

/** What of an item counts against the limits. */
interface Sized {
  readonly tokens: number;
  readonly bytes: number;
}

/** Fills requests up to their limits, taking the items as they come; one that is too large goes alone. */
export function* batches<Item extends Sized>(
  items: Iterable<Item>,
  limits: BatchLimits,
): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let tokens = 0;
  let bytes = 0;
  for (const item of items) {
    const full =
      batch.length >= limits.texts ||
      tokens + item.tokens > limits.tokens ||
      bytes + item.bytes > limits.bytes;
    if (full && batch.length) {
      yield batch;
      batch = [];
      tokens = 0;
      bytes = 0;
    }
    batch.push(item);
    tokens += item.tokens;
    bytes += item.bytes;
  }
  if (batch.length) yield batch;
}
