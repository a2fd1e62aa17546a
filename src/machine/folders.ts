import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../core/index.js';
import { isFileError, writeError } from './file-errors.js';

/** Makes a folder and those above it. (Node's own `recursive` never returns below /proc.) */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await made(resolve(folder));
  } catch (error) {
    throw writeError(folder, error);
  }
};

const made = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(folder) !== folder) {
      await made(dirname(folder));
      await mkdir(folder).catch(unlessThere(folder));
    } else await unlessThere(folder)(error);
  }
};

const unlessThere =
  (folder: string) =>
  async (error: unknown): Promise<void> => {
    const there = await stat(folder).catch(() => undefined);
    if (!there?.isDirectory()) throw error;
  };

/** Refuses a folder that could not be written into, before work is done for it. Makes nothing. */
export const mustBeWritable = async (folder: string, flag = '--out'): Promise<void> => {
  const fix = `name another folder, for example ${flag} results`;
  if (folder.trim() === '')
    throw new InputError({ found: `${flag} without a name`, expected: 'a folder to write into', fix });
  for (let path = resolve(folder); ; path = dirname(path)) {
    const there = await stat(path).catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (isFileError(error) && ['ENOENT', 'ENOTDIR'].includes(code) && dirname(path) !== path)
        return undefined;
      throw writeError(folder, error);
    });
    if (!there) continue;
    if (!there.isDirectory())
      throw new InputError({
        at: { file: path },
        found: there.isFile() ? 'a file' : 'a device or pipe',
        expected: 'a folder to write into',
        fix,
      });
    return access(path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
      throw writeError(path, error);
    });
  }
};
