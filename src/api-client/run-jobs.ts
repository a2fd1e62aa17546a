import { setMaxListeners } from 'node:events';
import { WorkError } from '../core/index.js';
import { type Asking, ask, type Job, keptAfter, type Signals } from './ask.js';
import { ApiFailure, type FailureKind } from './failure.js';
import { shareToKeep } from './reason.js';

/** Some items done or given up. */
export interface Batch<Item, Value> {
  readonly done: readonly { readonly item: Item; readonly value: Value }[];
  readonly failed: readonly { readonly item: Item; readonly reason: string }[];
}

/** What became of a job: some of its items are done, the others have to be requested again in other jobs. */
interface Outcome<Item, Value> {
  readonly batch: Batch<Item, Value>;
  readonly again: readonly Job<Item>[];
}

export interface Run<Item, Value> extends Asking<Item, Value> {
  readonly concurrency: number;
  /** What an item is, for messages: `texts`. */
  readonly items: string;
  /** What an item says: the same text, such as an empty one, is the same failure. */
  textOf(item: Item): string;
  /** The item with this share of its text, after it was refused for its length; undefined if that is no longer tried. */
  shorter(item: Item, share: number): Item | undefined;
}

/** After a batch has had its tries, its parts get fewer. */
const TRIES_OF_PARTS = 2;

/** So many items in a row that fail are not all bad: something else is wrong, and asking on costs only time. */
const MOST_UNDONE = 20;

/** Failures that are not the items' fault, and end everything. */
const fixOf = (kind: FailureKind, kept: string): string | undefined => {
  switch (kind) {
    case 'denied':
      return 'check the address, the model and the key';
    case 'unreachable':
      return `start the server, or correct the address; ${kept}`;
    case 'busy':
      return `wait and run again, with a lower concurrency: ${kept}`;
    default:
      return undefined;
  }
};

/**
 * Works through the jobs, at most `concurrency` at a time, and yields their values. When an error ends the work, requests in
 * flight may still finish; their values are yielded before the error is thrown, because they may have been paid for.
 */
export async function* runJobs<Item, Value>(
  run: Run<Item, Value>,
  jobs: Iterator<Job<Item>>,
  signal: AbortSignal,
): AsyncGenerator<Batch<Item, Value>> {
  const stopped = new AbortController();
  const left = new AbortController();
  const signals: Signals = {
    all: AbortSignal.any([signal, left.signal]),
    waits: AbortSignal.any([signal, left.signal, stopped.signal]),
  };
  // Every request listens to them; the default would warn of a leak from the eleventh on.
  setMaxListeners(0, signals.all, signals.waits);
  const again: Job<Item>[] = [];
  const inFlight = new Set<Promise<unknown>>();
  const arrived: Outcome<Item, Value>[] = [];
  let wrong: { readonly error: unknown } | undefined;

  const start = (job: Job<Item>): void => {
    const work = settle(run, job, signals).then(
      (outcome) => {
        inFlight.delete(work);
        arrived.push(outcome);
      },
      (error: unknown) => {
        inFlight.delete(work);
        if (wrong) return;
        wrong = { error };
        stopped.abort(error);
      },
    );
    inFlight.add(work);
  };
  const fill = (): void => {
    while (!wrong && inFlight.size < run.concurrency) {
      const job = again.shift() ?? (jobs.next().value as Job<Item> | undefined);
      if (!job) return;
      start(job);
    }
  };

  try {
    signal.throwIfAborted();
    for (;;) {
      fill();
      if (!inFlight.size && !arrived.length) break;
      if (!arrived.length) await Promise.race(inFlight);
      for (const { batch, again: parts } of arrived.splice(0)) {
        again.unshift(...parts);
        // The next request goes out before this batch is stored.
        fill();
        if (batch.done.length || batch.failed.length) yield batch;
      }
    }
    if (wrong) throw wrong.error;
  } finally {
    left.abort(new Error('no longer wanted'));
  }
}

const settle = async <Item, Value>(
  run: Run<Item, Value>,
  job: Job<Item>,
  signals: Signals,
): Promise<Outcome<Item, Value>> => {
  const { memory, items, done, kept = keptAfter(done) } = run;
  try {
    const values = await ask(run, job, signals);
    memory.undone.clear();
    const all = job.items.map((item, i) => ({ item, value: values[i]! }));
    return { batch: { done: all, failed: [] }, again: [] };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const fix = fixOf(error.kind, kept);
    if (fix) throw new WorkError(error.message, error.details.fix ?? fix);
    const parts = smaller(run, job, error);
    if (parts.length) return { batch: { done: [], failed: [] }, again: parts };
    const item = job.items[0]!;
    memory.undone.add(run.textOf(item));
    if (memory.undone.size >= MOST_UNDONE)
      throw new WorkError(
        `${MOST_UNDONE} ${items} in a row were not ${done}; the last one: ${error.message}`,
        `check the model and its settings; ${kept}`,
      );
    return { batch: { done: [], failed: [{ item, reason: error.message }] }, again: [] };
  }
};

/** Halves, until one item is left; that one once more, shorter, if its length is what the service minds. */
const smaller = <Item, Value>(
  run: Run<Item, Value>,
  { items }: Job<Item>,
  { details: { tooLong } }: ApiFailure,
): readonly Job<Item>[] => {
  const tries = TRIES_OF_PARTS;
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    return [
      { items: items.slice(0, middle), tries },
      { items: items.slice(middle), tries },
    ];
  }
  const shorter = tooLong === undefined ? undefined : run.shorter(items[0]!, shareToKeep(tooLong));
  return shorter === undefined ? [] : [{ items: [shorter], tries }];
};
