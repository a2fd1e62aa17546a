import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
