import { z } from 'zod';

/** What is done about a finding. `keep`: a person looked at it and it does no harm. */
export const REPAIRS = ['merge', 'drop', 'mask', 'relevant', 'not-relevant', 'unjudged', 'keep'] as const;

/** Something that was done about a finding of the audit, and why: a row of `repairs.jsonl`. */
export const Repair = z.strictObject({
  task: z.string(),
  check: z.string(),
  action: z.enum(REPAIRS),
  query: z.string().optional(),
  documents: z.array(z.string()).optional(),
  /** `rule`, or the person who decided. */
  by: z.string(),
  reason: z.string(),
});
export type Repair = z.infer<typeof Repair>;

/** Queries and documents in which something was masked. */
export const maskedIds = (repairs: readonly Repair[]): ReadonlySet<string> =>
  new Set(
    repairs.flatMap(({ action, query, documents = [] }) =>
      action === 'mask' ? [...documents, ...(query === undefined ? [] : [query])] : [],
    ),
  );
