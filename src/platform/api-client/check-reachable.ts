import type { Client } from './client.js';
import { ApiFailure, type FailureKind } from './failure.js';
import { endOfWork } from './given-up.js';
import { NO_COST } from './meter.js';
import { requestWithRetry } from './retry-request.js';

/** Only an unreachable server is tried again, as it may be starting; every other response shows that it is there. */
const ONCE = { silent: 1, busy: 1, broken: 1, unusable: 1, empty: 1 } satisfies Partial<
  Record<FailureKind, number>
>;

/**
 * Sends a request that asks for nothing, and throws if no server is there or it rejects the key, the model or the address. It is
 * sent before long work, so that a wrong address is not found after hours. Services refuse an empty request, and charge nothing.
 */
export const checkReachable = async (
  client: Client,
  send: (endpoint: string, signal: AbortSignal) => Promise<unknown>,
  { note, signal }: { note(line: string): void; readonly signal: AbortSignal },
): Promise<void> => {
  const until = client.until(signal);
  try {
    await requestWithRetry(
      client,
      {
        most: NO_COST,
        tries: ONCE,
        send: async (endpoint, all) => ({ reply: await send(endpoint, all), used: NO_COST }),
        note,
      },
      { all: until, waits: until },
    );
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === 'denied' || error.kind === 'unreachable') throw endOfWork(error, client);
  }
};
