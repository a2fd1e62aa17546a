import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import { writeAtomic } from '../../platform/node/index.js';
import type { ImportedPrompts } from './import-reference.js';
import { ORIGIN_FILE, type Origin } from './origin.js';

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
  const said: Origin = { origin, files: from };
  await writeAtomic(join(folder, ORIGIN_FILE), [`${JSON.stringify(said, null, 2)}\n`]);
};
