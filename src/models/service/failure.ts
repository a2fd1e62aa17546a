/** Why a request did not bring what was asked for. */
export type FailureKind =
  /** No connection: nobody is there. */
  | 'unreachable'
  /** It was asked, and no whole answer came. */
  | 'silent'
  /** It asks to come back later. */
  | 'busy'
  /** It failed by itself. */
  | 'broken'
  /** It answered with something else than what was asked for. */
  | 'unusable'
  /** It does not take this request. */
  | 'refused'
  /** It does not take anything from us: the key, the address or the model is wrong. */
  | 'denied';

/** Failures that another try may mend. */
export const WORTH_TRYING: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'silent',
  'busy',
  'broken',
  'unusable',
]);

export interface FailureDetails {
  /** How long it asks to wait. */
  readonly waitMs?: number | undefined;
  /** The service says that a text is too long for it; in its words. */
  readonly tooLong?: string | undefined;
  readonly fix?: string | undefined;
}

/** A request that failed. The message names the endpoint, and is shortened and free of keys. */
export class ServedFailure extends Error {
  override readonly name = 'ServedFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }
}

/** An answer that does not hold what was asked for; says what was found instead. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}
