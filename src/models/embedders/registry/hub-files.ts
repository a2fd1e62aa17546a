import { access, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Json } from '../../../core/index.js';
import type { ModelContext } from '../model-choice.js';
import type { RowInFile } from './entry-schema.js';

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
    if (await exists(path)) return path;
  }
  return undefined;
};

type HubEntry = Pick<RowInFile, 'model' | 'revision'>;

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
  { ensureModel }: Pick<ModelContext, 'ensureModel'>,
): Promise<LocalFiles> => {
  const revision = revisionIn(entry, repository);
  const folder = await ensureModel({ repository, file, ...(revision && { revision }) });
  return { folder, file, identity: { repository, revision: basename(folder) } };
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
