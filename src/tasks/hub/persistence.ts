import { setTimeout as wait } from 'node:timers/promises';
import { HubFailure } from './hub-failure.js';

/** How long and with what patience a request is tried again. Tests bring their own clock and dice. */
export interface Persistence {
  /** Tries in a row that bring nothing. */
  readonly tries: number;
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Uniform in [0, 1). */
  random(): number;
  /** Milliseconds since 1970. */
  date(): number;
}

/** Five tries in a row, as Python's huggingface_hub makes when a download breaks. */
export const persistence: Persistence = {
  tries: 5,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
  date: Date.now,
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The hub counts requests in windows of five minutes, so it never has reason to ask for more. */
const LONGEST_ASKED_MS = 300_000;

interface Circumstances {
  readonly persistence: Persistence;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  note(line: string): void;
}

/** Tries until it succeeds, fails for good, or has failed too often in a row; what the hub asks to wait is waited. */
export const persistently = async <T>(
  attempt: () => Promise<T>,
  { persistence: { tries, sleep, random }, signal, note }: Circumstances,
): Promise<T> => {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HubFailure) || !error.details.transient) throw error;
      if (error.details.progressed) failed = 1;
      if (failed >= tries) throw error;
      const ms = error.details.waitMs ?? backOff(failed, random());
      if (ms > LONGEST_ASKED_MS) throw error;
      note(`${error.message}; try ${failed + 1} of ${tries} in ${(ms / 1000).toFixed(1)} s`);
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
