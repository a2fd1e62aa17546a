import { z } from 'zod';
import type { Result, ResultRecord } from './record.js';

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

/** What is missing, as a phrase: `3 documents without a vector (out of memory)`. */
export const incompleteText = (incomplete: Incomplete): string =>
  Object.entries(incomplete)
    .map(([missing, { count, reason }]) => `${count} ${missing} (${reason})`)
    .join(', ');

export const isIncomplete = ({ record }: { readonly record: ResultRecord }): boolean =>
  record.incomplete !== undefined;

/** An incomplete result as a line: which task and system, and what is missing. */
export const incompleteLine = ({ name, task, incomplete }: ResultRecord): string =>
  `${task.name}: ${name}: ${incompleteText(incomplete ?? {})}`;

/** Results that means, ranks, tests and gates are made of, and those left out because they are incomplete. */
export const countedResults = <Each extends Result>(
  results: readonly Each[],
  includeIncomplete = false,
): { readonly counted: readonly Each[]; readonly left: readonly Each[] } => ({
  counted: results.filter((result) => includeIncomplete || !isIncomplete(result)),
  left: results.filter((result) => !includeIncomplete && isIncomplete(result)),
});
