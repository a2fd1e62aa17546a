import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../node/index.js';
import type { HubRepository, Snapshot } from './snapshot.js';

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
