import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../core/index.js';
import { reasonOf } from './shown.js';

/** What a file exports. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Imports a file of the user. `mark` becomes part of its address, so that a file that changed while this process runs is
 * loaded again instead of taken from Node's memory.
 */
export const loadModule = async (
  file: string,
  mark: string,
  load: (url: string) => Promise<Exports> = (url) => import(url),
): Promise<Exports> => {
  try {
    return await load(`${pathToFileURL(file).href}?${mark}`);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new InputError(
      code === 'ERR_UNKNOWN_FILE_EXTENSION' ? unknownExtension(file) : broken(file, cause),
      { cause },
    );
  }
};

/** The file a module's path leads to must be there before Node looks for it: its own error names a URL. */
export const checkFile = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (!found)
    throw new InputError({
      at: { file },
      found: 'no such file',
      expected: 'a JavaScript or TypeScript module',
      fix: 'check the path: it is relative to the folder you are in',
    });
  if (!found.isFile())
    throw new InputError({
      at: { file },
      found: 'a folder',
      expected: 'a module file',
      fix: 'name a file in it, as module:folder/index.mjs',
    });
};

const unknownExtension = (file: string) => {
  const typescript = /\.[mc]?ts$/.test(file);
  return {
    at: { file },
    found: typescript
      ? `TypeScript, which Node ${process.versions.node} does not load`
      : `a file name that Node ${process.versions.node} does not load`,
    expected: '.js, .mjs or .cjs; .ts on Node 22.18 or later',
    ...(typescript && { fix: 'compile it to JavaScript first (npx tsc), or use Node 22.18 or later' }),
  };
};

const broken = (file: string, cause: unknown) => ({
  at: { file },
  found: `a module that cannot be loaded (${reasonOf(cause)})`,
});
