import { join } from 'node:path';
import { counted, InputError, WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { fileAddress, hubCache, pageAddress, type Snapshot, snapshotFolder } from './cache.js';
import type { HubFailure } from './hub-failure.js';
import { hubEndpoint } from './settings.js';

/** What fetching found or did about one file. */
export interface FetchedFile {
  /** In the repository and in the snapshot's folder. */
  readonly name: string;
  readonly state: 'fetched' | 'already there' | 'missing' | 'damaged';
  readonly bytes: number;
  /** Where it is, or belongs. */
  readonly path: string;
  /** Where it comes from. */
  readonly address: string;
}

export const fetchedFile = (
  name: string,
  state: FetchedFile['state'],
  bytes: number,
  snapshot: Snapshot,
  env: Environment,
): FetchedFile => ({
  name,
  state,
  bytes,
  path: join(snapshotFolder(snapshot, env), ...name.split('/')),
  address: fileAddress(hubEndpoint(env), snapshot, name),
});

/** Several files are in the state of the worst of them. */
export const stateOf = (files: readonly FetchedFile[]): FetchedFile['state'] =>
  (['missing', 'damaged', 'fetched'] as const).find((state) => files.some((file) => file.state === state)) ??
  'already there';

/** Something that was to be on this machine. */
interface Wanted {
  readonly name: string;
  readonly files: readonly FetchedFile[];
}

/** Refuses things with missing or damaged files, which only offline ones have. */
export const mustBeThere = (wanted: readonly Wanted[]): void => {
  mustBeSound(wanted);
  const missing = missingOf(wanted);
  if (missing.length === 0) return;
  const names = wanted.filter(({ files }) => stateOf(files) === 'missing').map(({ name }) => name);
  throw new WorkError(
    `offline, and ${fileCount(missing.length)} of ${names.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not on this machine`,
    `fetch with a network (without --offline and HF_HUB_OFFLINE), or ${byHand(missing)}`,
  );
};

const mustBeSound = (wanted: readonly Wanted[]): void => {
  const damaged = wanted.flatMap(({ files }) => files.filter(({ state }) => state === 'damaged'));
  if (damaged.length === 0) return;
  throw new WorkError(
    [
      `${fileCount(damaged.length)} on this machine ${damaged.length === 1 ? 'is' : 'are'} not what the hub sent:`,
      ...damaged.map(({ path }) => `    ${path}`),
    ].join('\n'),
    'fetch with a network: the same line without --offline and HF_HUB_OFFLINE replaces them',
  );
};

export const missingOf = (wanted: readonly Pick<Wanted, 'files'>[]): readonly FetchedFile[] =>
  wanted.flatMap(({ files }) => files.filter(({ state }) => state === 'missing'));

/** Which files to put where when no program can. */
const byHand = (files: readonly FetchedFile[]): string =>
  [
    `put ${fileCount(files.length)} there by hand:`,
    ...files.flatMap(({ address, path }) => [`    ${address}`, `      → ${path}`]),
  ].join('\n');

/** "1 file", "2,000 files". */
export const fileCount = (count: number): string => counted(count, 'file');

/** A failed request as an error that says what it was for and what to do. */
export const hubError = (
  failure: HubFailure,
  snapshot: Snapshot,
  missing: readonly FetchedFile[],
  env: Environment,
): WorkError => {
  const what = `cannot fetch ${snapshot.repository} at revision ${snapshot.revision}: ${failure.message}`;
  return new WorkError(what, FIXES[failure.kind](snapshot, missing, env), { cause: failure });
};

type Fix = (snapshot: Snapshot, missing: readonly FetchedFile[], env: Environment) => string;

const FIXES: Readonly<Record<HubFailure['kind'], Fix>> = {
  unreachable: (_, missing) =>
    `check the network, and HTTPS_PROXY if there is a proxy; HF_ENDPOINT names a mirror; then run again, it goes on ` +
    `where it stopped${orByHand(missing)}`,
  busy: (_, missing) =>
    `run again later, it goes on where it stopped; HF_ENDPOINT names a mirror${orByHand(missing)}`,
  // The hub does not tell a repository that is not there from one that is private.
  refused: ({ kind, repository }) =>
    `set HF_TOKEN to a token of an account that may read it; a public ${kind} needs none, so unset a token that is no ` +
    `longer valid; and check the name ${repository}: the hub refuses those it does not know in the same way`,
  absent: (snapshot, _, env) =>
    `see ${pageAddress(hubEndpoint(env), snapshot)}; if HF_ENDPOINT names a mirror, try without`,
  unusable: () =>
    'something may answer in place of the hub (a proxy, a login page, a mirror): check HTTPS_PROXY and HF_ENDPOINT, then run again',
};

const orByHand = (missing: readonly FetchedFile[]): string =>
  missing.length > 0 ? `. Or ${byHand(missing)}` : '';

/** An error of the disk as one that names the cache; other errors stay as they are. */
export const diskError = (error: unknown, env: Environment): unknown => {
  // What the layer of files has put into words names one file; the cache is what can be moved.
  const cause = error instanceof InputError ? error.cause : error;
  const { code, syscall, message } = (cause ?? {}) as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  return new WorkError(
    `cannot write to the hub cache ${hubCache(env)}: ${message}`,
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'make room there, or set HF_HOME to a folder with room; then run again, it goes on where it stopped'
      : 'make it writable, or set HF_HOME to a folder that is',
    { cause: error },
  );
};
