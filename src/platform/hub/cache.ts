import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../core/index.js';
import type { Environment } from '../node/index.js';

/** A repository of the hub: its address and its folder in the cache begin with what it holds. */
export interface HubRepository {
  readonly kind: 'dataset' | 'model';
  /** `ORG/NAME`. */
  readonly repository: string;
}

/** One revision of a repository. */
export interface Snapshot extends HubRepository {
  /** A commit, so that its files never change. */
  readonly revision: string;
}

/** A commit, as opposed to a branch or tag. */
export const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** Datasets have a word before their name, models do not. */
const address = (endpoint: string, { kind, repository }: HubRepository): string =>
  `${endpoint}/${kind === 'dataset' ? 'datasets/' : ''}${repository}`;

/** Where a file of a snapshot is downloaded from. */
export const fileAddress = (endpoint: string, snapshot: Snapshot, path: string): string =>
  `${address(endpoint, snapshot)}/resolve/${encodeURIComponent(snapshot.revision)}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Where people see which files a snapshot has. */
export const pageAddress = (endpoint: string, snapshot: Snapshot): string =>
  `${address(endpoint, snapshot)}/tree/${snapshot.revision}`;

/** Names become folders, so what could lead out of the cache is not a name. */
export const mustBeNames = (repository: string, revision: string): void => {
  if (!/^[\w.-]+(\/[\w.-]+)?$/.test(repository) || /(^|\/)\.+(\/|$)/.test(repository))
    throw new InputError({
      found: `"${repository}"`,
      expected: 'the id of a model on the hub, as BAAI/bge-small-en-v1.5',
      fix: 'write ORG/NAME, as its page on the hub has it',
    });
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(revision) || revision.includes('..'))
    throw new InputError({
      found: `revision "${revision}"`,
      expected: 'a commit, a branch or a tag',
      fix: 'write main, or the hash of a commit',
    });
};

/**
 * The folder that Python's huggingface_hub stores downloads in (its `constants.py`): `HF_HUB_CACHE`, its older name
 * `HUGGINGFACE_HUB_CACHE`, `HF_HOME/hub`, `XDG_CACHE_HOME/huggingface/hub`, `~/.cache/huggingface/hub`. A variable
 * set to nothing counts as not set; Python would take it for the current folder.
 */
export const hubCache = (env: Environment = process.env): string =>
  expand(env.HF_HUB_CACHE || env.HUGGINGFACE_HUB_CACHE || join(home(env), 'hub'), env);

/** The file in which Python's `hf auth login` leaves the token: `HF_TOKEN_PATH`, `HF_HOME/token`. */
export const tokenFile = (env: Environment): string =>
  expand(env.HF_TOKEN_PATH || join(home(env), 'token'), env);

const home = (env: Environment): string =>
  env.HF_HOME || join(env.XDG_CACHE_HOME || join('~', '.cache'), 'huggingface');

/** Where the files of one revision of a repository are, whether or not they are there. */
export const snapshotFolder = (snapshot: Snapshot, env: Environment = process.env): string =>
  join(repositoryFolder(snapshot, env), 'snapshots', snapshot.revision);

/** The cache folder of a repository: its blobs, refs and snapshots. */
export const repositoryFolder = (
  { kind, repository }: HubRepository,
  env: Environment = process.env,
): string => join(hubCache(env), `${kind}s--${repository.replaceAll('/', '--')}`);

/** `~` and `$NAME` as Python's `expanduser` and `expandvars` read them; an unknown variable stays as it is. */
const expand = (path: string, env: Environment): string =>
  path
    .replace(/^~(?=$|[/\\])/, () => env.HOME || homedir())
    .replace(/\$(?:(\w+)|\{([^${}]*)\})/g, (whole, name = '', braced = '') => env[name || braced] ?? whole);
