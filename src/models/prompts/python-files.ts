import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';

/** Tables are smaller; larger files are data. */
const LARGEST_BYTES = 4 << 20;

/** The Python files of a folder and the folders in it, by their path there. */
export const pythonFiles = (folder: string): ReadonlyMap<string, string> => {
  const names = listed(folder)
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.py') && !/(^|\/)(\.|node_modules|site-packages)/.test(name))
    .sort();
  if (names.length === 0) throw noClone(folder, 'no Python files');
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
    throw noClone(folder, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
};

const noClone = (folder: string, found: string): InputError =>
  new InputError({
    at: { file: folder },
    found,
    expected: "the folder with the reference's Python files",
    fix: 'git clone https://github.com/R2MED/R2MED, then --from R2MED/src',
  });
