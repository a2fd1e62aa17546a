import { type RetryPolicy, systemTime, withRetry } from '../node/index.js';
import { HubFailure } from './hub-failure.js';

/** Five tries in a row, as Python's huggingface_hub makes when a download breaks. */
export const hubRetryPolicy: RetryPolicy = { ...systemTime, tries: 5 };

/** The hub counts requests in windows of five minutes, so it never has reason to ask for more. */
const LONGEST_ASKED_MS = 300_000;

interface HubRetryOptions {
  readonly retryPolicy: RetryPolicy;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  note(line: string): void;
}

/** Tries until it succeeds, fails for good, or has failed too often in a row; what the hub asks to wait is waited. */
export const hubRetry = <T>(
  attempt: () => Promise<T>,
  { retryPolicy: policy, signal, note }: HubRetryOptions,
): Promise<T> =>
  withRetry(attempt, {
    policy,
    signal,
    note,
    longestAskedMs: LONGEST_ASKED_MS,
    retryable: (error) =>
      error instanceof HubFailure && error.details.transient ? error.details : undefined,
  });
