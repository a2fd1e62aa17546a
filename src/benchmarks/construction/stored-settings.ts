import { relative, resolve } from 'node:path';
import type { JsonObject } from '../../core/index.js';

const FILE = 'file:';

/** How a report names a file of the user's: by its place relative to the work folder, so that both may be moved together. */
export const storedFile = (folder: string, file: string): string =>
  FILE + relative(resolve(folder), resolve(file)).split('\\').join('/');

/** The file that a report names; nothing for the name of a file in the work folder. */
export const fileOf = (folder: string, stored: string): string | undefined =>
  stored.startsWith(FILE) ? resolve(folder, stored.slice(FILE.length)) : undefined;

/** Settings as a report keeps them: without paths and addresses of this machine, with the own names of respondents, and equal wherever the same files are. */
export const storedSettings = (
  settings: object,
  folder: string,
  files: readonly string[],
  respondents: ReadonlyMap<string, string>,
): JsonObject => {
  const stored = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => stored(name, item));
    if (typeof value !== 'string') return value;
    return files.includes(name) ? storedFile(folder, value) : (respondents.get(value) ?? value);
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, stored(name, value)]),
  ) as JsonObject;
};
