import { withRetry } from '../node/index.js';
import { LONGEST_ASKED_MS } from './asked-wait.js';
import type { Clock } from './clock.js';
import { type Endpoints, LEFT_OUT_MS } from './endpoints.js';
import { ApiFailure, type FailureKind, WORTH_TRYING } from './failure.js';
import type { Meter, Reservation, ServiceCost } from './meter.js';
import { settleFailed } from './settle-failed.js';
import { countUnanswered, type Unanswered } from './unanswered.js';

/** Items that go in one request, and how often they are tried when it may be their fault that it fails. */
export interface Job<Item> {
  readonly items: readonly Item[];
  readonly tries: number;
}

export interface Signals {
  /** Ends requests. */
  readonly all: AbortSignal;
  /** Ends waiting: nothing new is asked. */
  readonly waits: AbortSignal;
}

/** What is remembered from request to request. */
export interface Memory extends Unanswered {
  successes: number;
  /** Different items that the service did nothing with, since it last did something. */
  readonly undone: Set<string>;
}

export const newMemory = (): Memory => ({ unanswered: 0, successes: 0, undone: new Set() });

/** What one response returned. */
export interface Answered<Value> {
  /** One per item, in the order of the items. */
  readonly values: readonly Value[];
  /** As the service counts, where it says. */
  readonly tokens?: number | undefined;
  readonly searches?: number | undefined;
}

/** How items are requested, of any kind. */
export interface Asking<Item, Value> {
  readonly endpoints: Endpoints;
  readonly clock: Clock;
  readonly meter: Meter<ServiceCost>;
  readonly memory: Memory;
  /** What becomes of an item, for messages: `embedded`. */
  readonly done: string;
  /** What a second run makes of the work done when this one stops; by default it is cached. */
  readonly kept?: string;
  /** What the items will take, before the service says; rather too much. */
  estimate(items: readonly Item[]): ServiceCost;
  /** One request. */
  request(endpoint: string, items: readonly Item[], signal: AbortSignal): Promise<Answered<Value>>;
  /** Throws a failure when proper values do not go with those that came before. */
  check?(values: readonly Value[], endpoint: string): void;
  note(line: string): void;
}

/** What a second run makes of what a first one did. */
export const keptAfter = (done: string): string => `texts already ${done} are cached and not sent again`;

/** Failures that the items may have caused. */
const PERHAPS_THE_ITEMS: ReadonlySet<FailureKind> = new Set(['silent', 'broken', 'unusable']);

/** An answer that cannot be used will often be the same again. */
const TRIES_OF_UNUSABLE = 2;

/** The values of one request's items, in their order; tried again while that may help. */
export const ask = async <Item, Value>(
  asking: Asking<Item, Value>,
  { items, tries }: Job<Item>,
  signals: Signals,
): Promise<readonly Value[]> => {
  const { endpoints, meter, memory, note } = asking;
  const estimate = asking.estimate(items);
  let last: string | undefined;
  let failed = 0;
  let successesBefore = memory.successes;

  const attempt = async (): Promise<readonly Value[]> => {
    const lease = await endpoints.take(signals.waits, last);
    last = lease.endpoint;
    let reserved: Reservation<ServiceCost> | undefined;
    try {
      reserved = await meter.reserve(estimate, signals.waits);
      const { values, tokens, searches } = await asking.request(lease.endpoint, items, signals.all);
      reserved.settle({ tokens: tokens ?? estimate.tokens, searches: searches ?? estimate.searches });
      memory.unanswered = 0;
      asking.check?.(values, lease.endpoint);
      lease.answered();
      memory.successes++;
      return values;
    } catch (error) {
      settleFailed(reserved, error, estimate, (used) => ({
        tokens: used.tokensIn ?? estimate.tokens,
        searches: used.searches ?? estimate.searches,
      }));
      if (error instanceof ApiFailure) {
        if (!WORTH_TRYING.has(error.kind)) lease.answered();
        else if (lease.failed(error.details.waitMs))
          note(`${lease.endpoint} fails again and again; left out for ${LEFT_OUT_MS / 1000} s`);
        countUnanswered(error, memory, asking.kept ?? keptAfter(asking.done));
      }
      throw error;
    } finally {
      reserved?.release();
      lease.release();
    }
  };

  return withRetry(attempt, {
    patience: asking.clock,
    signal: signals.waits,
    longestAskedMs: LONGEST_ASKED_MS,
    note,
    setback: (error) => {
      if (!(error instanceof ApiFailure) || !WORTH_TRYING.has(error.kind)) return undefined;
      if (PERHAPS_THE_ITEMS.has(error.kind)) failed++;
      const limit = error.kind === 'unusable' ? Math.min(tries, TRIES_OF_UNUSABLE) : tries;
      if (failed >= limit) return undefined;
      // While others get through, a request to wait is not a failure.
      const progressed = error.kind === 'busy' && memory.successes > successesBefore;
      successesBefore = memory.successes;
      const waitMs = last !== undefined && endpoints.another(last) ? 0 : error.details.waitMs;
      const triesLeft = PERHAPS_THE_ITEMS.has(error.kind) ? limit - failed : undefined;
      return { waitMs, progressed, triesLeft };
    },
  });
};
