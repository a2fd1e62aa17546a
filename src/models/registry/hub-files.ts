import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { defined, InputError, type Json } from '../../core/index.js';
import { isHubId } from './registry.js';
import type { BackendContext } from './settings.js';

/**
 * A file of a hub model in the cache that Python's hub client shares, or undefined: in the snapshot of the revision
 * requested, else of the branch fetched last, else in any.
 */
export const hubModelFile = async (
  cache: string,
  repository: string,
  file: string,
  revision?: string,
): Promise<string | undefined> => {
  const folder = join(cache, `models--${repository.replaceAll('/', '--')}`);
  const main = await readFile(join(folder, 'refs', 'main'), 'utf8').catch(() => '');
  const others = await readdir(join(folder, 'snapshots')).catch(() => []);
  for (const snapshot of [revision ?? '', main.trim(), ...others.sort()].filter(Boolean)) {
    const path = join(folder, 'snapshots', snapshot, file);
    if (existsSync(path)) return path;
  }
  return undefined;
};

/** What of an entry says where its files are on the hub. */
export interface HubEntry {
  readonly model: string;
  readonly revision?: string | undefined;
}

/** An entry's revision is that of the model itself, not of someone else's export. */
export const revisionIn = ({ model, revision }: HubEntry, repository: string): string | undefined =>
  repository === model ? revision : undefined;

/** A local model's files. Those of the hub are known by repository and revision, those of a folder are hashed. */
export interface LocalFiles {
  readonly folder: string;
  readonly file?: string;
  readonly identity?: Json;
}

/** The files of an ONNX back end. A snapshot's folder is named after its commit, also where a branch was requested. */
export const hubFiles = async (
  entry: HubEntry,
  { repository, file }: { readonly repository: string; readonly file: string },
  { ensureModel }: Pick<BackendContext, 'ensureModel'>,
): Promise<LocalFiles> => {
  const folder = await ensureModel({
    repository,
    file,
    ...defined({ revision: revisionIn(entry, repository) }),
  });
  return { folder, file, identity: { repository, revision: basename(folder) } };
};

/** The folder that `onnx:FOLDER` or `onnx:HUB/ID` names. */
export const folderOf = async (
  where: string,
  context: Pick<BackendContext, 'ensureModel'>,
): Promise<string> => {
  if (existsSync(where)) return resolve(where);
  if (isHubId(where)) return context.ensureModel({ repository: where });
  throw new InputError({
    found: `no folder ${where}`,
    expected: 'a folder with an ONNX model, or a hub id such as BAAI/bge-small-en-v1.5',
    fix: 'check the path, or write the hub id of the model',
  });
};
