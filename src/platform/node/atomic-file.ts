import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../core/index.js';
import { writeError } from './file-errors.js';
import { makeFolder } from './folders.js';

/** Writes a file whole under another name, then renames it: readers see the old file or the new one, never half. */
export const writeAtomic = async (
  file: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> => {
  const sure = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw writeError(file, error);
    });
  await mustBeReplaceable(file);
  await makeFolder(dirname(file));
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    const handle = await sure(open(unfinished, 'w'));
    try {
      for await (const part of parts) await sure(handle.writeFile(part));
    } finally {
      await sure(handle.close());
    }
    await sure(rename(unfinished, file));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
};

/** Renaming would put a file in the place of a device such as /dev/null. */
const mustBeReplaceable = async (file: string): Promise<void> => {
  const there = file === '' ? 'no name' : await stat(file).catch(() => undefined);
  if (there === undefined || (typeof there !== 'string' && there.isFile())) return;
  throw new InputError({
    ...(file !== '' && { at: { file } }),
    found: typeof there === 'string' ? there : there.isDirectory() ? 'a folder' : 'a device or pipe',
    expected: 'a file to write',
    fix: 'choose another name',
  });
};
