/** Limits how much is in flight at once. Turns come in the order of asking. */
export interface Limiter {
  /** Waits for a turn. The caller ends it with the function that is returned, once. */
  turn(signal?: AbortSignal): Promise<() => void>;
  /** One turn for one call. A call that throws ends the work: calls that have not begun by then throw the same. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** Throws what ended the work, if it has ended. */
  mustGoOn(): void;
  /** When no call is in flight any more. */
  idle(): Promise<void>;
}

export const limiter = (most: number): Limiter => {
  const waiting: (() => void)[] = [];
  const inFlight = new Set<Promise<unknown>>();
  let free = most;
  let ended: { readonly by: unknown } | undefined;

  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const turn = async (signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await handedOver(waiting, signal);
    return end;
  };
  const mustGoOn = (): void => {
    if (ended) throw ended.by;
  };
  return {
    turn,
    pass: async (call) => {
      await turn();
      try {
        mustGoOn();
        const called = call();
        inFlight.add(called);
        return await called.finally(() => inFlight.delete(called));
      } catch (error) {
        ended ??= { by: error };
        throw error;
      } finally {
        end();
      }
    },
    mustGoOn,
    idle: async () => {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
};

const handedOver = (waiting: (() => void)[], signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason);
    };
    const begin = (): void => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    waiting.push(begin);
    signal?.addEventListener('abort', abort, { once: true });
  });
