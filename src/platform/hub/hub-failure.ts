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

export interface FailureDetails {
  /** Another try may succeed. */
  readonly transient?: boolean;
  /** How long the hub asks to wait. */
  readonly waitMs?: number;
  /** The attempt received enough new bytes that it does not count as failed. */
  readonly progressed?: boolean;
  readonly cause?: unknown;
}

/** A request that failed, before anyone has said what it was for; `explain` turns it into a sentence with a fix. */
export class HubFailure extends Error {
  override readonly name = 'HubFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message, { cause: details.cause });
  }
}
