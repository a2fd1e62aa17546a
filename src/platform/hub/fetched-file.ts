import { join } from 'node:path';
import { counted, WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { snapshotFolder } from './cache.js';
import { hubEndpoint } from './settings.js';
import { fileAddress, type Snapshot } from './snapshot.js';

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
export interface Wanted {
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
export const byHand = (files: readonly FetchedFile[]): string =>
  [
    `put ${fileCount(files.length)} there by hand:`,
    ...files.flatMap(({ address, path }) => [`    ${address}`, `      → ${path}`]),
  ].join('\n');

/** "1 file", "2,000 files". */
export const fileCount = (count: number): string => counted(count, 'file');
