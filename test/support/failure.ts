import { expect } from 'vitest';

/** The error that work is expected to end with. */
export const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error as Error,
  );
