import { withRetry } from '../node/index.js';
import type { Client } from './client.js';
import { LEFT_OUT_MS } from './endpoints.js';
import { ApiFailure, type FailureKind, LONGEST_ASKED_MS, type Used, WORTH_TRYING } from './failure.js';
import { countUnanswered, endOfWork } from './given-up.js';
import { type Cost, NO_COST, type Reservation } from './meter.js';

export interface Signals {
  /** Ends requests. */
  readonly all: AbortSignal;
  /** Ends waiting: nothing new is sent. */
  readonly waits: AbortSignal;
}

/** A request of any kind: what it may cost, how it is sent, how often it is tried. */
export interface Retried<Reply> {
  /** The maximum that one attempt may take. */
  readonly most: Cost;
  /** Attempts at which failures of a kind are final; the others are tried as often as the clock says. */
  readonly tries: Partial<Record<FailureKind, number>>;
  /** One attempt, and what the service says that it took. */
  send(endpoint: string, signal: AbortSignal): Promise<{ readonly reply: Reply; readonly used: Used }>;
  /** Throws when a reply that can be read is not one to take. */
  check?(reply: Reply, endpoint: string): void;
  /** Takes what a failed attempt cost. */
  failedTry?(cost: Cost): void;
  note(line: string): void;
}

/** Sends a request until a reply comes that can be used, or no further attempt can help. */
export const requestWithRetry = async <Reply>(
  client: Client,
  { most, tries, send, check, failedTry, note }: Retried<Reply>,
  signals: Signals,
): Promise<Reply> => {
  const { endpoints, clock, meter, memory } = client;
  memory.note = note;
  const failures = new Map<FailureKind, number>();
  let last: string | undefined;
  let successesBefore = memory.successes;

  const attempt = async (): Promise<Reply> => {
    const lease = await endpoints.take(signals.waits, last);
    last = lease.endpoint;
    let reserved: Reservation | undefined;
    let cost: Cost | undefined;
    try {
      reserved = await meter.reserve(most, signals.waits);
      const { reply, used } = await send(lease.endpoint, signals.all);
      cost = reserved.settle(used);
      memory.unanswered = 0;
      memory.met = true;
      check?.(reply, lease.endpoint);
      lease.answered();
      memory.successes++;
      return reply;
    } catch (error) {
      const isAnswer = cost !== undefined;
      cost ??= reserved?.fail(error);
      if (cost) failedTry?.(cost);
      if (error instanceof ApiFailure) {
        if (!BLAMES_ENDPOINT.has(error.kind)) lease.answered();
        else if (lease.failed(error.details.waitMs))
          note(`${lease.endpoint} fails again and again; left out for ${LEFT_OUT_MS / 1000} s`);
        countUnanswered(error, client);
      } else if (isAnswer) lease.answered();
      throw error;
    } finally {
      reserved?.release();
      lease.release();
    }
  };

  return withRetry(attempt, {
    policy: clock,
    signal: signals.waits,
    longestAskedMs: LONGEST_ASKED_MS,
    note,
    retryable: (error) => {
      if (!(error instanceof ApiFailure) || !WORTH_TRYING.has(error.kind)) return undefined;
      const { kind, details } = error;
      if (details.final) return undefined;
      const another = last !== undefined && endpoints.another(last);
      if (details.nobody && !memory.met && !another) return undefined;
      const failed = (failures.get(kind) ?? 0) + 1;
      failures.set(kind, failed);
      const limit = tries[kind] ?? Number.POSITIVE_INFINITY;
      if (failed >= limit) return undefined;
      // While others get through, a request to wait is not a failure.
      const progressed = kind === 'busy' && memory.successes > successesBefore;
      successesBefore = memory.successes;
      const waitMs = another ? 0 : details.waitMs;
      return { waitMs, progressed, triesLeft: limit - failed };
    },
  });
};

/** Failures that may be the endpoint's own: another one is tried first. A model that writes nothing works. */
const BLAMES_ENDPOINT: ReadonlySet<FailureKind> = new Set(
  [...WORTH_TRYING].filter((kind) => kind !== 'empty'),
);

/** Only a server that cannot be reached now is tried again; every other response shows that it is there. */
const ONCE = { silent: 1, busy: 1, broken: 1, unusable: 1, empty: 1 } satisfies Partial<
  Record<FailureKind, number>
>;

/**
 * Sends a request that asks for nothing, and throws if no server is there or it rejects the key, the model or the address. It is
 * sent before long work, so that a wrong address is not found after hours. Services refuse an empty request, and charge nothing.
 */
export const checkReachable = async (
  client: Client,
  send: (endpoint: string, signal: AbortSignal) => Promise<unknown>,
  { note, signal }: { note(line: string): void; readonly signal: AbortSignal },
): Promise<void> => {
  const until = client.until(signal);
  try {
    await requestWithRetry(
      client,
      {
        most: NO_COST,
        tries: ONCE,
        send: async (endpoint, all) => ({ reply: await send(endpoint, all), used: NO_COST }),
        note,
      },
      { all: until, waits: until },
    );
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === 'denied' || error.kind === 'unreachable') throw endOfWork(error, client);
  }
};
