/** Works on what comes, at most so many at once; ends with the first failure, when the others have ended. */
export const inLanes = async <T>(
  given: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const inFlight = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const item of given) {
    while (inFlight.size >= most) await Promise.race(inFlight);
    if (failure) break;
    const done: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => inFlight.delete(done));
    inFlight.add(done);
  }
  await Promise.all(inFlight);
  if (failure) throw failure.error;
};

/** What becomes of each, in their order, at most so many at once. */
export const eachInLanes = async <T, Result>(
  given: readonly T[],
  most: number,
  work: (item: T) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  await inLanes(given.entries(), most, async ([i, item]) => {
    results[i] = await work(item);
  });
  return results;
};
