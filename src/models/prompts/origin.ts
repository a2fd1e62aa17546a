import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Next to the prompts of a folder: where their words are from. */
export const ORIGIN_FILE = 'origin.json';

export interface Origin {
  readonly origin: string;
  /** Hashes of the files they were taken from. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a folder of prompts says of its origin; undefined where it says nothing. */
export const originOf = (folder: string): string | undefined => {
  try {
    const { origin } = JSON.parse(readFileSync(join(folder, ORIGIN_FILE), 'utf8')) as Partial<Origin>;
    return typeof origin === 'string' && origin ? origin : undefined;
  } catch {
    return undefined;
  }
};
