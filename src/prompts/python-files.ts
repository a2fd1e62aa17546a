import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../core/index.js';
import { unreadable } from './prompt-file.js';

/** Tables are smaller; larger files are data. */
const LARGEST_BYTES = 4 << 20;

/** The Python files of a folder and the folders in it, by their path there. */
export const pythonFiles = (folder: string): ReadonlyMap<string, string> => {
  const names = listed(folder)
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.py') && !/(^|\/)(\.|node_modules|site-packages)/.test(name))
    .sort();
  if (names.length === 0)
    throw new InputError({
      at: { file: folder },
      found: 'no Python files',
      expected: 'the folder with the Python files of a clone of R2MED/R2MED, as R2MED/src',
    });
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).size <= LARGEST_BYTES)
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
};

const listed = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw unreadable(folder, error);
  }
};
