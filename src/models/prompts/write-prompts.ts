import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import { writeAtomic } from '../../platform/node/index.js';
import type { ImportedPrompts } from './import-prompts.js';

/** Next to the prompts of a folder: where their words are from. */
const ORIGIN_FILE = 'origin.json';

interface Origin {
  readonly origin?: string;
  /** Hashes of the files they were taken from. */
  readonly files: Readonly<Record<string, string>>;
}

const readOrigin = (folder: string): Partial<Origin> | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, ORIGIN_FILE), 'utf8')) as Partial<Origin>;
  } catch {
    return undefined;
  }
};

/** What a folder of prompts says of its origin; undefined where it says nothing. */
export const originOf = (folder: string): string | undefined => {
  const origin = readOrigin(folder)?.origin;
  return typeof origin === 'string' && origin ? origin : undefined;
};

/**
 * Writes imported prompts as a folder for `--prompts`, with a file that says where they are from. Prompts of several clones may share
 * a folder, as long as none replaces another.
 */
export const writePrompts = async (
  folder: string,
  { prompts, rerank, from, origin }: ImportedPrompts,
): Promise<void> => {
  const files = [
    // A file's last newline is not part of its template.
    ...prompts.map(({ path, text }) => ({ path, text: `${text}\n` })),
    ...Object.entries(rerank).map(([name, prompt]) => ({
      path: `${name}.json`,
      text: `${JSON.stringify(prompt, null, 2)}\n`,
    })),
  ];
  const before = readOrigin(folder);
  const taken = files.find(({ path }) => existsSync(join(folder, path)));
  if (taken || (!before && existsSync(folder) && readdirSync(folder).length > 0))
    throw new InputError({
      at: { file: folder },
      found: taken && before ? `a folder that has ${taken.path} already` : 'a folder that is not empty',
      fix: 'name a new folder with --out',
    });
  for (const { path, text } of files) await writeAtomic(join(folder, path), [text]);
  const origins = [...new Set([originOf(folder), origin])].filter((each) => each !== undefined);
  const written: Origin = {
    ...(origins.length > 0 && { origin: origins.join('; ') }),
    files: { ...before?.files, ...from },
  };
  await writeAtomic(join(folder, ORIGIN_FILE), [`${JSON.stringify(written, null, 2)}\n`]);
};
