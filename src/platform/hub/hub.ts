import { join } from 'node:path';
import type { Tools } from '../../core/index.js';
import type { Environment, RetryPolicy } from '../node/index.js';
import { fileAddress, type HubRepository, repositoryFolder, type Snapshot, snapshotFolder } from './cache.js';
import { type Connection, connect } from './connection.js';
import { download } from './download.js';
import { HubFailure, hubRetryPolicy } from './hub-failure.js';
import { commitOf, describeFiles, listSnapshot } from './listing.js';
import { placeInSnapshot, sweepAbandoned } from './partial-file.js';
import { NOTHING, type RemoteFile, wrongContent } from './remote-file.js';
import { isOffline } from './settings.js';

/** How the hub is reached. */
export interface HubOptions {
  /** Never touches the network: says what is there and what is missing. `HF_HUB_OFFLINE` has the same effect. */
  readonly offline?: boolean;
  /** Hashes files that are already there and fetches damaged ones again; offline they are reported. */
  readonly rehash?: boolean;
  /** Says where hub, token, proxy and cache are; the process's own by default. */
  readonly env?: Environment;
  /** How failed requests are tried again. */
  readonly retryPolicy?: RetryPolicy;
}

/** The hub for one piece of work. What it is asked and does not give is a `HubFailure`. */
export interface Hub {
  /** Those of the named files that a snapshot has. */
  describe(snapshot: Snapshot, paths: readonly string[]): Promise<readonly RemoteFile[]>;
  /** All files of a snapshot whose path is of interest. */
  list(snapshot: Snapshot, wanted: (path: string) => boolean): Promise<readonly RemoteFile[]>;
  /** The current commit of a branch or tag. */
  commitOf(repository: HubRepository, revision: string): Promise<string>;
  /** Fetches a file into the cache under its name in the snapshot. */
  obtain(file: RemoteFile, snapshot: Snapshot): Promise<void>;
  /** Removes what dead processes left of a repository's blobs that are complete by now. */
  sweep(repository: HubRepository): Promise<void>;
  close(): Promise<void>;
}

/** Connects when it is first asked something: what is complete needs no connection. Offline there is no hub. */
export const openHub = (
  { offline = false, env = process.env, retryPolicy = hubRetryPolicy }: HubOptions,
  tools: Tools,
): Hub | undefined => {
  if (offline || isOffline(env)) return undefined;
  let made: Promise<Connection> | undefined;
  const connection = (): Promise<Connection> => {
    made ??= connect(env, retryPolicy);
    return made;
  };
  return {
    describe: async (snapshot, paths) => describeFiles(snapshot, paths, await connection(), tools),
    list: async (snapshot, wanted) => listSnapshot(snapshot, wanted, await connection(), tools),
    commitOf: async (repository, revision) => commitOf(repository, revision, await connection(), tools),
    obtain: async (file, snapshot) => fetchFile(file, snapshot, await connection(), tools, env),
    sweep: (repository) =>
      sweepAbandoned(join(repositoryFolder(repository, env), 'blobs'), retryPolicy.date()),
    close: async () => (await made?.catch(() => undefined))?.close(),
  };
};

/** Tools whose notes and bars name what they belong to. */
export const labelled = (label: string, tools: Tools): Tools => ({
  ...tools,
  note: (line) => tools.note(`${label}: ${line}`),
  progress: (bar, total) => tools.progress(`${label} ${bar}`, total),
});

/** Fetches a file of a snapshot into the cache under its name there; a blob that is already right is not downloaded. */
const fetchFile = async (
  file: RemoteFile,
  snapshot: Snapshot,
  hub: Connection,
  tools: Tools,
  env: Environment,
): Promise<void> => {
  const blob = join(repositoryFolder(snapshot, env), 'blobs', file.hash);
  const wrong = await wrongContent(blob, file);
  if (wrong !== undefined) {
    // Replaced by a rename, not removed: another process may just have put the right one there.
    if (wrong !== NOTHING) tools.note(`${blob} is damaged (${wrong}); replacing it`);
    try {
      await download(file, fileAddress(hub.endpoint, snapshot, file.path), blob, hub, tools);
    } catch (error) {
      if (!(error instanceof HubFailure)) throw error;
      throw new HubFailure(error.kind, `${file.path}: ${error.message}`, error.details);
    }
  }
  await placeInSnapshot(blob, join(snapshotFolder(snapshot, env), ...file.path.split('/')));
};
