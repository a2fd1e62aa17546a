import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { InputError } from '../../../core/index.js';
import {
  cannotRead,
  readTextIfThere,
  sha256,
  stageFolder,
  writeAtomic,
} from '../../../platform/node/index.js';
import { MANIFEST } from '../release/read-release.js';
import type { ReleaseFiles } from './layouts.js';

export const writeFiles = async (folder: string, files: ReleaseFiles): Promise<void> => {
  for (const [path, content] of files) await writeAtomic(join(folder, path), [content]);
};

/** Every file with its content. A link is a file too, since uploads follow it; one that leads to no file has no content. */
export const filesIn = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(cannotRead(folder));
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() || (await isFile(path)) ? await readFile(path) : new Uint8Array();
    files.set(relative(folder, path).split(sep).join('/'), bytes);
  }
  return files;
};

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;

/**
 * Fills a folder and puts it in place as the release. A release that is there with other content stays as it is: versions are what
 * readers cite.
 */
export const putRelease = async (
  release: string,
  fill: (staging: string) => Promise<string>,
): Promise<{ readonly outcome: 'written' | 'same'; readonly manifestHash: string }> => {
  const before = await readTextIfThere(join(release, MANIFEST));
  return stageFolder(release, async (staging) => {
    const manifest = await fill(staging);
    if (before !== undefined && before !== manifest)
      throw new InputError({
        at: { file: release },
        found: 'a release of this version with other content',
        expected: 'one content per version',
        fix: 'raise the version; or delete the folder, if nobody has it yet',
      });
    return { outcome: before === undefined ? 'written' : 'same', manifestHash: sha256(manifest) };
  });
};

/** Whether a release is there with this manifest, and every file with its size. */
export const isWhole = async (release: string, manifestHash: string): Promise<boolean> => {
  try {
    const text = await readFile(join(release, MANIFEST), 'utf8');
    if (sha256(text) !== manifestHash) return false;
    const { files } = JSON.parse(text) as {
      readonly files: Readonly<Record<string, { readonly bytes: number }>>;
    };
    for (const [path, { bytes }] of Object.entries(files))
      if ((await stat(join(release, path))).size !== bytes) return false;
    return true;
  } catch {
    return false;
  }
};
