import { limiter } from '../../core/index.js';
import type { Clock } from './clock.js';
import { busyFailure, LONGEST_ASKED_MS } from './failure.js';

/** The right to send one request to one endpoint. */
export interface Lease {
  readonly endpoint: string;
  /** It answered, be it with a refusal. */
  answered(): void;
  /** It did not work; it may ask to be left in peace for a while. True when it will be left out from now on. */
  failed(waitMs?: number): boolean;
  /** To be called once, whatever happened. */
  release(): void;
}

export interface Endpoints {
  /** Waits until a request may be sent, and says where; `avoid` is taken only if there is no other. */
  take(signal: AbortSignal, avoid?: string): Promise<Lease>;
  /** Whether another endpoint than this one is in good order. */
  another(than: string): boolean;
  /** How the requests so far were shared. */
  balance(): readonly EndpointLoad[];
}

/** What one endpoint had to do. */
export interface EndpointLoad {
  readonly endpoint: string;
  readonly requests: number;
  /** Those of them that failed, and went to another endpoint or were sent again. */
  readonly failed: number;
}

interface State {
  readonly endpoint: string;
  inFlight: number;
  requests: number;
  failed: number;
  /** Since it last answered. */
  failures: number;
  outUntil: number;
  heldUntil: number;
}

/** So many failures in a row, and an endpoint is left out for so long; then one request tries it again. */
const FAILURES = 3;
export const LEFT_OUT_MS = 30_000;

/** Shares requests among endpoints, and never has more of them in flight than allowed. */
export const endpoints = (addresses: readonly string[], concurrency: number, clock: Clock): Endpoints => {
  const states = addresses.map(
    (endpoint): State => ({
      ...{ endpoint, inFlight: 0, requests: 0, failed: 0 },
      ...{ failures: 0, outUntil: 0, heldUntil: 0 },
    }),
  );
  const slots = limiter(concurrency);

  const best = (avoid: string | undefined): State => {
    const now = clock.date();
    // One that was left out gets one request to show that it works again: a server that is silent would hold all others.
    const isTried = (state: State): boolean => state.failures >= FAILURES && state.inFlight > 0;
    const order = (state: State): readonly number[] => [
      state.outUntil > now || isTried(state) ? 1 : 0,
      state.endpoint === avoid ? 1 : 0,
      state.heldUntil > now ? 1 : 0,
      state.inFlight,
      state.requests,
    ];
    return states.reduce((a, b) => (precedes(order(b), order(a)) ? b : a));
  };

  return {
    take: async (signal, avoid) => {
      const end = await slots.turn(signal);
      const state = best(avoid);
      state.inFlight++;
      state.requests++;
      const release = (): void => {
        state.inFlight--;
        end();
      };
      try {
        const now = clock.date();
        const ms = state.heldUntil - now;
        // Another request got this response; this one would get the same.
        if (ms > LONGEST_ASKED_MS) throw busyFailure(`${state.endpoint} is busy`, ms, now);
        if (ms > 0) await clock.sleep(ms, signal);
      } catch (error) {
        release();
        throw error;
      }
      return {
        endpoint: state.endpoint,
        answered: () => {
          state.failures = 0;
          state.outUntil = 0;
        },
        failed: (waitMs) => {
          state.failures++;
          state.failed++;
          if (waitMs !== undefined) state.heldUntil = Math.max(state.heldUntil, clock.date() + waitMs);
          if (state.failures < FAILURES || states.length === 1) return false;
          const news = state.outUntil <= clock.date();
          state.outUntil = clock.date() + LEFT_OUT_MS;
          return news;
        },
        release,
      };
    },
    another: (than) => {
      const now = clock.date();
      return states.some(
        ({ endpoint, failures, outUntil, heldUntil }) =>
          endpoint !== than && failures === 0 && outUntil <= now && heldUntil <= now,
      );
    },
    balance: () => states.map(({ endpoint, requests, failed }) => ({ endpoint, requests, failed })),
  };
};

/** How several endpoints shared the work, as a line; undefined where there is nothing to tell. */
export const balanceLine = (balance: readonly EndpointLoad[]): string | undefined => {
  if (balance.length < 2 || balance.every(({ requests }) => requests === 0)) return undefined;
  const parts = balance.map(
    ({ endpoint, requests, failed }) => `${endpoint} ${requests}${failed > 0 ? ` (${failed} failed)` : ''}`,
  );
  return `requests per endpoint: ${parts.join(', ')}`;
};

/** Lexicographic order of equally long lists. */
const precedes = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
};
