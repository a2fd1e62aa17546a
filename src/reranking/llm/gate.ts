/** Lets only so many calls be under way at once. */
export interface Gate {
  /** Begins in the order of asking. A call that throws ends the work: what has not begun by then is not begun. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** When no call is under way any more. */
  idle(): Promise<void>;
}

export const openGate = (most: number): Gate => {
  const waiting: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
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
        underWay.add(called);
        return await called.finally(() => underWay.delete(called));
      } catch (error) {
        ended ??= { by: error };
        throw error;
      } finally {
        over();
      }
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
};
