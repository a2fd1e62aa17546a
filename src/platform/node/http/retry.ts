import { setTimeout as wait } from 'node:timers/promises';

/** How long and how often a request is repeated. Tests set the clock and the random numbers. */
export interface RetryPolicy {
  /** Attempts in a row without progress. */
  readonly tries: number;
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Uniform in [0, 1). */
  random(): number;
  /** Milliseconds since 1970. */
  date(): number;
}

/** This computer's clock and random numbers. */
export const systemTime: Omit<RetryPolicy, 'tries'> = {
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
  date: Date.now,
};

/** What is known of a failure after which another try may succeed. */
export interface Retryable {
  /** How long the other side asks to wait. */
  readonly waitMs?: number | undefined;
  /** The attempt received enough that it does not count as failed. */
  readonly progressed?: boolean | undefined;
  /** How many further tries failures of this kind have, where that is fewer than others. */
  readonly triesLeft?: number | undefined;
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** What to make of a failure; undefined when no further try can help. */
  retryable(error: unknown): Retryable | undefined;
  /** Called before each wait. */
  note(line: string): void;
  /** The longest wait the other side can have reason to ask for; beyond it the failure is final. */
  readonly longestAskedMs: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Tries until it succeeds, fails for good, or has failed too often in a row; what is asked to wait is waited. */
export const withRetry = async <T>(
  attempt: () => Promise<T>,
  { policy: { tries, sleep, random }, signal, retryable, note, longestAskedMs }: RetryOptions,
): Promise<T> => {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const found = retryable(error);
      if (!found) throw error;
      if (found.progressed) failed = 1;
      if (failed >= tries) throw error;
      const ms = found.waitMs ?? backOff(failed, random());
      if (ms > longestAskedMs) throw error;
      const limit = Math.min(tries, failed + (found.triesLeft ?? tries));
      note(`${(error as Error).message}; try ${failed + 1} of ${limit} in ${(ms / 1000).toFixed(1)} s`);
      await sleep(ms, signal);
    }
  }
};

/** Doubles with every failure; half of it is chance, so that many waiting clients do not come back at once. */
export const backOff = (failed: number, chance: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failed - 1)) * (0.5 + chance / 2);

/** The wait that a `Retry-After` header asks for: seconds, or a date. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const asked = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  const date = /^[a-z]{3}/i.test(asked) ? Date.parse(asked) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
