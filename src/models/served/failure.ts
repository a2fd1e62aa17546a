/** Why a request did not bring vectors. */
export type FailureKind =
  /** No connection: nobody is there. */
  | 'unreachable'
  /** It was asked, and no whole answer came. */
  | 'silent'
  /** It asks to come back later. */
  | 'busy'
  /** It failed by itself. */
  | 'broken'
  /** It answered with something else than one proper vector per text. */
  | 'unusable'
  /** It does not take these texts. */
  | 'refused'
  /** It does not take anything from us: the key, the address or the model is wrong. */
  | 'denied';

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

/** An answer that does not hold one proper vector per text; says what was found instead. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}
