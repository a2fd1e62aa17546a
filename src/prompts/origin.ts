import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Beside the prompts of a folder: where their words are from. */
export const ORIGIN_FILE = 'origin.json';

const Origin = z.object({ origin: z.string().min(1), files: z.record(z.string(), z.string()) });
export type Origin = Readonly<z.infer<typeof Origin>>;

/** What a folder of prompts says of its origin; undefined where it says nothing. */
export const originOf = (folder: string): string | undefined => {
  try {
    return Origin.parse(JSON.parse(readFileSync(join(folder, ORIGIN_FILE), 'utf8'))).origin;
  } catch {
    return undefined;
  }
};
