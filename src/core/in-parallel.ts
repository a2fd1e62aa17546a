export interface ParallelOptions {
  readonly most: number;
  /** Begin the next work before a result is taken; by default results that were not taken count as in flight. */
  readonly ahead?: boolean;
  /** Called with the first failure at once. */
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
  const results: Result[] = [];
  let inFlight = 0;
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => {};

  const begin = (): void => {
    while (!failure && inFlight + (ahead ? 0 : results.length) < most) {
      const work = next();
      if (!work) return;
      inFlight++;
      work.then(
        (result) => {
          inFlight--;
          results.push(result);
          wake();
        },
        (error: unknown) => {
          inFlight--;
          wake();
          if (failure) return;
          failure = { error };
          failed(error);
        },
      );
    }
  };

  for (;;) {
    begin();
    if (results.length > 0) yield results.shift()!;
    else if (inFlight > 0)
      // A race of all that is in flight would cost each result as many steps as there are others.
      await new Promise<void>((settled) => {
        wake = settled;
      });
    else break;
  }
  if (failure) throw failure.error;
}
