import { z } from 'zod';

/**
 * What is missing of a result because work failed: for each thing, such as "documents without a vector", how many and the
 * first reason. A result that has this is shown, never counted, and continued by the next run.
 */
export const Incomplete = z.record(
  z.string(),
  z.strictObject({
    count: z.int().positive(),
    reason: z.string(),
    /** The failures are cached like answers: only `--retry-failed` tries them again. */
    cached: z.literal(true).optional(),
  }),
);
export type Incomplete = z.infer<typeof Incomplete>;

/** What is missing, as a phrase: `documents without a vector: 3 (out of memory)`. */
export const incompleteText = (incomplete: Incomplete): string =>
  Object.entries(incomplete)
    .map(([missing, { count, reason }]) => `${missing}: ${count} (${reason})`)
    .join(', ');
