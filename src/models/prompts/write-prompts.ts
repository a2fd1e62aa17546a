import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import { readError, stageFolder, writeAtomic } from '../../platform/node/index.js';
import type { ImportedPrompts } from './import-prompts.js';

/** Next to the prompts of a folder: where their words are from. */
const ORIGIN_FILE = 'origin.json';

interface Origin {
  readonly origin?: string;
  /** Hashes of the files they were taken from. */
  readonly files: Readonly<Record<string, string>>;
}

const readOrigin = (folder: string): Partial<Origin> | undefined => {
  const text = textAt(join(folder, ORIGIN_FILE));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Partial<Origin>);
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
  // What has the same words already is there from an import that did not come to its end.
  const taken = files.find(({ path, text }) => ![undefined, text].includes(textAt(join(folder, path))));
  if (taken || (!before && existsSync(folder) && readdirSync(folder).length > 0))
    throw new InputError({
      at: { file: folder },
      found: taken && before ? `a folder that has ${taken.path} already` : 'a folder that is not empty',
      fix: 'name a new folder with --out',
    });
  const origins = [...new Set([originOf(folder), origin])].filter((each) => each !== undefined);
  const written: Origin = {
    ...(origins.length > 0 && { origin: origins.join('; ') }),
    files: { ...before?.files, ...from },
  };
  const fill = async (place: string): Promise<void> => {
    for (const { path, text } of files) await writeAtomic(join(place, path), [text]);
    await writeAtomic(join(place, ORIGIN_FILE), [`${JSON.stringify(written, null, 2)}\n`]);
  };
  // A new folder appears whole.
  await (before ? fill(folder) : stageFolder(folder, fill));
};

const textAt = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw readError(file, error);
  }
};
