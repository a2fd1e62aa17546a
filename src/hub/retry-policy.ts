import { type RetryPolicy, systemTime, withRetry as tryAgain } from '../node/index.js';
import { HubFailure } from './hub-failure.js';

/** How long and how often a request is repeated. Tests set the clock and the random numbers. */
export type Persistence = RetryPolicy;

/** Five tries in a row, as Python's huggingface_hub makes when a download breaks. */
export const hubRetryPolicy: Persistence = { ...systemTime, tries: 5 };

/** The hub counts requests in windows of five minutes, so it never has reason to ask for more. */
const LONGEST_ASKED_MS = 300_000;

interface Circumstances {
  readonly persistence: Persistence;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  note(line: string): void;
}

/** Tries until it succeeds, fails for good, or has failed too often in a row; what the hub asks to wait is waited. */
export const persistently = <T>(
  attempt: () => Promise<T>,
  { persistence: patience, signal, note }: Circumstances,
): Promise<T> =>
  tryAgain(attempt, {
    patience,
    signal,
    note,
    longestAskedMs: LONGEST_ASKED_MS,
    setback: (error) => (error instanceof HubFailure && error.details.transient ? error.details : undefined),
  });
