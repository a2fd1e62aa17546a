import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../core/index.js';
import {
  cannotRead,
  mustBeWritable,
  readTextIfThere,
  stageFolder,
  sweep,
  writeAtomic,
} from '../../platform/node/index.js';
import { differences, MANIFEST, manifestIn, type NanoRequest } from './manifest.js';

/** Refuses a folder that holds anything but a set made of the same; with `overwrite`, anything but a set. */
export const mustBeFree = async (folder: string, wanted: NanoRequest, overwrite: boolean): Promise<void> => {
  await mustBeWritable(folder);
  // A set that is there already is not written again, which would see to that.
  sweep(dirname(resolve(folder)));
  const names = await readdir(folder).catch(cannotRead(folder, []));
  if (names.length === 0) return;
  const there = await manifestIn(folder);
  if (!there)
    throw new InputError({
      at: { file: folder },
      found: 'files that are not a Nano set of ours',
      expected: 'a folder that is empty or not there yet',
      fix: 'choose another --out',
    });
  const differing = differences(there, wanted);
  if (differing.length > 0 && overwrite) await mustHoldNothingElse(folder);
  else if (differing.length > 0)
    throw new InputError({
      at: { file: folder },
      found: `a Nano set made with other settings: ${differing.join(', ')}`,
      fix: 'choose another --out, or add --overwrite',
    });
};

/** Files that a set was not made with: notes, what was generated for it, a history. Replacing the set would end them. */
const mustHoldNothingElse = async (folder: string): Promise<void> => {
  const files = (await manifestIn(folder))?.files ?? {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const strange = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .find((path) => path !== MANIFEST && !Object.hasOwn(files, path));
  if (strange === undefined) return;
  throw new InputError({
    at: { file: folder },
    found: `${strange}, which is not of the Nano set there and would be lost`,
    fix: 'choose another --out, or move the file',
  });
};

/**
 * Writes the files: readers see the old set or the new one. The same with other content (a model of the same name that has changed)
 * need `overwrite` too.
 */
export const writeFolder = async (
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  overwrite: boolean,
): Promise<'written' | 'same'> => {
  const before = await readTextIfThere(join(folder, MANIFEST));
  const same = before !== undefined && before === files.get(MANIFEST);
  if (before !== undefined && !same && !overwrite)
    throw new InputError({
      at: { file: folder },
      found: 'a Nano set made with the same settings that has other content',
      fix: 'choose another --out, or add --overwrite',
    });
  // What is there already stays, so that a reader does not lose it.
  if (same && (await holds(folder, files))) return 'same';
  if (before !== undefined) await mustHoldNothingElse(folder);
  await stageFolder(folder, async (staging) => {
    for (const [path, content] of files) await writeAtomic(join(staging, path), [content]);
  });
  return same ? 'same' : 'written';
};

const holds = async (folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<boolean> => {
  for (const [path, content] of files) {
    const there = await readFile(join(folder, path)).catch(() => undefined);
    if (!there?.equals(Buffer.from(content))) return false;
  }
  return true;
};
