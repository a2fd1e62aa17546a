import { z } from 'zod';

/** The task that texts were written or judged for. */
export const recordedTask = z.strictObject({
  name: z.string(),
  suite: z.string(),
  revision: z.string(),
  contentHash: z.string(),
});

/** What the answers took, those from the store included. */
export const recordedUsage = z.strictObject({
  calls: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  usd: z.number().optional(),
  estimated: z.int(),
});

export const recordedProvenance = z.strictObject({
  tool: z.string(),
  at: z.iso.datetime(),
  /** Whose words the prompts are, where they are not the package's own; their hashes are among the settings. */
  prompts: z.string().optional(),
});
