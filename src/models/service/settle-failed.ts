import { mayHaveCost, ServedFailure, type Used } from './failure.js';
import type { Cost, Reservation } from './meter.js';

/**
 * Settles a request that failed: at what its answer says that it took, else at the most it may have taken, unless nothing
 * can have been worked on.
 */
export const settleFailed = <C extends Cost>(
  reservation: Reservation<C> | undefined,
  error: unknown,
  costOf: (used: Used) => C,
): void => {
  // Anything but a failure of the service calls off a request that was sent.
  if (!(error instanceof ServedFailure)) return reservation?.lost();
  const { used } = error.details;
  if (used && Object.values(used).some((count) => count !== undefined))
    return reservation?.settle(costOf(used));
  if (mayHaveCost(error)) reservation?.lost();
};
