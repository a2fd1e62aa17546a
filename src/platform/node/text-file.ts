import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { InputError } from '../../core/index.js';
import { readError } from './file-errors.js';
import { brokenText } from './lines.js';

/** Whether a path is that of a file, or of a link to one. */
export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** The text of a whole file, without a byte order mark. What cannot be read, and bytes that are not UTF-8, are errors. */
export const readTextFile = async (file: string): Promise<string> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw readError(file, error);
  });
  return textOf(file, bytes);
};

/** Likewise; undefined where there is no such file. */
const readTextIfThere = async (file: string): Promise<string | undefined> => {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw readError(file, error);
  });
  return bytes && textOf(file, bytes);
};

const textOf = (file: string, bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw brokenText(file, bytes, 1);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
};

/** The record in a file, or undefined where there is none. */
export const readRecordFile = async <T>(
  file: string,
  schema: { parse(value: unknown): T },
  fix: string,
): Promise<T | undefined> => {
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new InputError(
      {
        at: { file },
        found: 'a record that cannot be read',
        expected: 'a file written by this version of r2med',
        fix,
      },
      { cause },
    );
  }
};
