import { ApiFailure, mayHaveCost, type Used } from './failure.js';
import type { Cost, Reservation } from './meter.js';

/**
 * Settles a request that failed: at what its answer says that it took, else at the maximum it may have taken, unless nothing
 * can have been worked on. Returns what was counted.
 */
export const settleFailed = <C extends Cost>(
  reservation: Reservation<C> | undefined,
  error: unknown,
  most: C,
  costOf: (used: Used) => C,
): C | undefined => {
  const used = error instanceof ApiFailure ? error.details.used : undefined;
  if (!reservation) return undefined;
  if (used && Object.values(used).some((count) => count !== undefined)) {
    const cost = costOf(used);
    reservation.settle(cost);
    return cost;
  }
  // Anything but a failure of the service calls off a request that was sent.
  if (error instanceof ApiFailure && !mayHaveCost(error)) return undefined;
  reservation.lost();
  return most;
};
