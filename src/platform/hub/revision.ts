import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Environment, makeFolder, ownerName, writeAtomic } from '../node/index.js';
import { type HubRepository, isCommit, repositoryFolder } from './cache.js';

/** What the hub calls the default branch of a repository. */
export const MAIN = 'main';

/** The commit that a branch or tag stood for when it was last fetched, by r2med or by Python. */
export const cachedCommit = async (
  repository: HubRepository,
  revision: string,
  env: Environment,
): Promise<string | undefined> => {
  if (isCommit(revision)) return revision;
  const text = await readFile(refFile(repository, revision, env), 'utf8').catch(() => '');
  return isCommit(text.trim()) ? text.trim() : undefined;
};

/** Writes down the commit of a branch or tag: `refs/<name>` with the commit and nothing else, as Python does. */
export const saveCommit = async (
  repository: HubRepository,
  revision: string,
  commit: string,
  env: Environment,
): Promise<void> => {
  if (revision === commit || (await cachedCommit(repository, revision, env)) === commit) return;
  const file = refFile(repository, revision, env);
  // Next to the blobs: Python reads every name in `refs` as a branch or tag.
  const made = join(repositoryFolder(repository, env), 'blobs', `${commit}.${ownerName()}.ref`);
  await makeFolder(dirname(made));
  await writeAtomic(file, [commit], { unfinished: made });
};

const refFile = (repository: HubRepository, revision: string, env: Environment): string =>
  join(repositoryFolder(repository, env), 'refs', ...revision.split('/'));
