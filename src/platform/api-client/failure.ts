import { bounded, LIMITS } from '../../core/index.js';
import { duration } from '../node/index.js';

/** Why a request did not return the requested values. */
export type FailureKind =
  /** No connection: the server is unreachable. */
  | 'unreachable'
  /** It was asked, and no whole answer came. */
  | 'silent'
  /** It asks to come back later. */
  | 'busy'
  /** The server failed. */
  | 'broken'
  /** The response has other content than requested. */
  | 'unusable'
  /** The response is in order, but has no content; the next one may have some. */
  | 'empty'
  /** It does not take this request. */
  | 'refused'
  /** It does not take anything from us: the key, the address or the model is wrong. */
  | 'denied';

/** Failures that another try may fix. */
export const WORTH_TRYING: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'silent',
  'busy',
  'broken',
  'unusable',
  'empty',
]);

interface FailureDetails {
  /** How long it asks to wait. */
  readonly waitMs?: number | undefined;
  /** Nobody listens at the address. A server that has never answered is then not there, rather than away for a moment. */
  readonly nobody?: boolean | undefined;
  /** The service says that a text is too long for it; in its words. */
  readonly tooLong?: string | undefined;
  readonly fix?: string | undefined;
  /** A gateway says that it got no answer from the server behind it, which may have worked. */
  readonly gateway?: boolean | undefined;
  /** What the answer says that it took, although nothing else in it is usable. */
  readonly used?: Used | undefined;
  /** Another try would end in the same way, and cost as much. */
  readonly final?: boolean | undefined;
}

/** As the service counts, where it says. */
export interface Used {
  readonly tokensIn?: number | undefined;
  readonly tokensOut?: number | undefined;
  readonly searches?: number | undefined;
}

/** A request that failed. The message names the endpoint, and is shortened and free of keys. */
export class ApiFailure extends Error {
  override readonly name = 'ServedFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(bounded(message));
  }
}

/** Whether the service may have worked on the request, and been paid for it, although no answer came that can be used. */
export const mayHaveCost = ({ kind, details }: ApiFailure): boolean =>
  kind === 'silent' || kind === 'unusable' || details.gateway === true;

/** A response without the requested values; its message says what was found instead. */
export class InvalidResponse extends Error {
  override readonly name = 'UnusableAnswer';
  constructor(
    message: string,
    readonly used?: Used,
    /** Only its beginning came, or no end of it. */
    readonly extent?: 'cut' | 'endless',
  ) {
    super(bounded(message));
  }
}

/** Services count requests by the minute, and some by the hour; r2med does not wait for the latter. */
export const LONGEST_ASKED_MS = LIMITS.askedWait.most * 1000;

/** A year: of a longer wait nobody needs the day. */
const LONGEST_NAMED_MS = 365 * 86_400_000;

/** A service that asks to come back later; where that is longer than is waited, the failure says until when. */
export const busyFailure = (message: string, waitMs: number | undefined, now: number): ApiFailure => {
  if (waitMs === undefined || waitMs <= LONGEST_ASKED_MS) return new ApiFailure('busy', message, { waitMs });
  // A date ends some 270,000 years from now, and a server may name any number.
  const until = `${new Date(now + Math.min(waitMs, LONGEST_NAMED_MS)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return new ApiFailure(
    'busy',
    `${message}; it asks to wait ${inHours(waitMs)}, and at most ${duration(LONGEST_ASKED_MS)} are waited`,
    {
      waitMs,
      fix: `run the same command again after ${until}, or name another endpoint or model: what was answered is cached`,
    },
  );
};

const HOUR_MS = 3_600_000;

const inHours = (ms: number): string => {
  if (ms < HOUR_MS) return duration(ms);
  const minutes = Math.round((ms % HOUR_MS) / 60_000);
  return `${Math.floor(ms / HOUR_MS)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
};
