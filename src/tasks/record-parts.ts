import { z } from 'zod';
import { InputError } from '../core/index.js';
import { readTextIfThere } from '../node/index.js';

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

/** The record in a file, or undefined where there is none. */
export const readRecordFile = async <T>(
  file: string,
  schema: { parse(value: unknown): T },
  fix: string,
): Promise<T | undefined> => {
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new InputError(
      {
        at: { file },
        found: 'a record that cannot be read',
        expected: 'a file written by this version of r2med',
        fix,
      },
      { cause },
    );
  }
};
