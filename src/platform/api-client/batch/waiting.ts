import type { Tools } from '../../../core/index.js';
import { batchApiAt } from '../services.js';

/** How many requests of earlier commands wait in batches of the service at this address. */
export const requestsInBatches = async (
  home: string,
  items: Tools['items'],
  now: number,
): Promise<number> => {
  const api = batchApiAt(home);
  if (!api) return 0;
  return (await import('./open-batches.js')).waitingRequests(api, items, now);
};
