export interface ParallelOptions {
  readonly most: number;
  /** Begin the next work before a result is taken; by default results that nobody has taken count as in flight. */
  readonly ahead?: boolean;
  /** Told of the first failure at once. */
  failed?(error: unknown): void;
}

/**
 * Does work, at most so much at a time, and yields results as they come. `next` begins a piece of work, or returns undefined when
 * there is none. After a failure nothing new begins; what is in flight is yielded before the error is thrown, because it may
 * have been paid for.
 */
export async function* inParallel<Result>(
  next: () => Promise<Result> | undefined,
  { most, ahead = false, failed = () => {} }: ParallelOptions,
): AsyncGenerator<Result> {
  const inFlight = new Set<Promise<void>>();
  const results: Result[] = [];
  let failure: { readonly error: unknown } | undefined;

  const begin = (): void => {
    while (!failure && inFlight.size + (ahead ? 0 : results.length) < most) {
      const work = next();
      if (!work) return;
      const settled: Promise<void> = work.then(
        (result) => {
          inFlight.delete(settled);
          results.push(result);
        },
        (error: unknown) => {
          inFlight.delete(settled);
          if (failure) return;
          failure = { error };
          failed(error);
        },
      );
      inFlight.add(settled);
    }
  };

  for (;;) {
    begin();
    if (results.length > 0) yield results.shift()!;
    else if (inFlight.size > 0) await Promise.race(inFlight);
    else break;
  }
  if (failure) throw failure.error;
}
