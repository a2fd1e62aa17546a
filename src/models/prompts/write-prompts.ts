import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import { writeAtomic } from '../../platform/node/index.js';
import type { ImportedPrompts } from './import-reference.js';

/** Next to the prompts of a folder: where their words are from. */
const ORIGIN_FILE = 'origin.json';

interface Origin {
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

/** Writes imported prompts as a folder for `--prompts`, with a file that says where they are from. */
export const writePrompts = async (
  folder: string,
  { prompts, from }: ImportedPrompts,
  origin: string,
): Promise<void> => {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new InputError({
      at: { file: folder },
      found: 'a folder that is not empty',
      fix: 'name a new folder with --out',
    });
  // A file's last newline is not part of its template.
  for (const { path, text } of prompts) await writeAtomic(join(folder, path), [`${text}\n`]);
  const written: Origin = { origin, files: from };
  await writeAtomic(join(folder, ORIGIN_FILE), [`${JSON.stringify(written, null, 2)}\n`]);
};
