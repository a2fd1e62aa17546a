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

export interface FailureDetails {
  /** How long it asks to wait. */
  readonly waitMs?: number | undefined;
  /** The service says that a text is too long for it; in its words. */
  readonly tooLong?: string | undefined;
  readonly fix?: string | undefined;
  /** A gateway says that it got no answer from the server behind it, which may have worked. */
  readonly gateway?: boolean | undefined;
  /** What the answer says that it took, although nothing else in it is usable. */
  readonly used?: Used | undefined;
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
    super(message);
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
  ) {
    super(message);
  }
}
