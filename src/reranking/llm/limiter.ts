/** Limits the number of calls in flight. */
export interface Limiter {
  /** Begins in the order of asking. A call that throws ends the work: what has not begun by then is not begun. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** When no call is in flight any more. */
  idle(): Promise<void>;
}

export const limiter = (most: number): Limiter => {
  const waiting: (() => void)[] = [];
  const inFlight = new Set<Promise<unknown>>();
  let free = most;
  let ended: { readonly by: unknown } | undefined;

  const turn = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
  };
  const over = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    pass: async (call) => {
      await turn();
      try {
        if (ended) throw ended.by;
        const called = call();
        inFlight.add(called);
        return await called.finally(() => inFlight.delete(called));
      } catch (error) {
        ended ??= { by: error };
        throw error;
      } finally {
        over();
      }
    },
    idle: async () => {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
};
