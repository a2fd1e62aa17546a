import { bounded, defined, LIMITS } from '../../core/index.js';
import { networkReason, type RetryPolicy, retryAfterMs, systemTime, withRetry } from '../node/index.js';
import type { Answer } from './hub-request.js';
import type { Token } from './settings.js';

/** Why the hub did not give what was requested. */
export type FailureKind =
  /** No connection, or one that broke. */
  | 'unreachable'
  /** It requests a later attempt, or failed. */
  | 'busy'
  /** It does not let this user in. */
  | 'refused'
  /** It does not have this. */
  | 'absent'
  /** It answered with something else. */
  | 'unusable';

interface FailureDetails {
  /** Another try may succeed. */
  readonly transient?: boolean;
  /** How long the hub asks to wait. */
  readonly waitMs?: number;
  /** The attempt received enough new bytes that it does not count as failed. */
  readonly progressed?: boolean;
  readonly cause?: unknown;
}

/** A request that failed, without what it was for; `hubError` turns it into a sentence with a fix. */
export class HubFailure extends Error {
  override readonly name = 'HubFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(bounded(message), { cause: details.cause });
  }
}

/** A failure before an answer came, or in the midst of one. */
export const networkFailure = (error: unknown, where: string): HubFailure => {
  const { reason, transient } = networkReason(error);
  return new HubFailure('unreachable', `${where}: ${reason}`, { transient, cause: error });
};

interface Asked {
  /** The answer is the hub's own, not that of a host it redirected to. */
  readonly own: boolean;
  readonly token: Token | undefined;
  readonly now: number;
}

/** A failure that the answer's status tells. */
export const statusFailure = (
  { status, header }: Pick<Answer, 'status' | 'header'>,
  { origin }: URL,
  { own, token, now }: Asked,
): HubFailure => {
  const answered = `${origin} answered ${status}${hubMessage(header('x-error-message'))}`;
  if (status === 401 || status === 403) {
    // The hub redirects to addresses that are signed for a while; a new try gets a new one.
    if (!own) return new HubFailure('busy', answered, { transient: true });
    return new HubFailure(
      'refused',
      `${answered}; ${token ? `the token of ${token.from} was sent` : 'no token was sent'}`,
    );
  }
  if (status === 404 || status === 410) return new HubFailure('absent', answered);
  if (status === 408 || status === 429 || status >= 500) {
    const waitMs = retryAfterMs(header('retry-after'), now);
    const asks = waitMs === undefined ? '' : ` and asks to wait ${Math.ceil(waitMs / 1000)} s`;
    return new HubFailure('busy', answered + asks, { transient: true, ...defined({ waitMs }) });
  }
  return new HubFailure('unusable', answered);
};

/** The hub explains some refusals in a header; it is shown as one short line. */
const hubMessage = (text: string | undefined): string => {
  const line = text?.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line ? ` (${line.slice(0, 200)})` : '';
};

/** Five tries in a row, as Python's huggingface_hub makes when a download breaks. */
export const hubRetryPolicy: RetryPolicy = { ...systemTime, tries: 5 };

interface HubRetryOptions {
  readonly retryPolicy: RetryPolicy;
  readonly signal: AbortSignal;
  /** Called before each wait. */
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
    longestAskedMs: LIMITS.askedWait.most * 1000,
    retryable: (error) =>
      error instanceof HubFailure && error.details.transient ? error.details : undefined,
  });
