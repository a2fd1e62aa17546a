import { WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { hubCache } from './cache.js';
import { byHand, type FetchedFile } from './fetched-file.js';
import type { HubFailure } from './hub-failure.js';
import { hubEndpoint } from './settings.js';
import { pageAddress, type Snapshot } from './snapshot.js';

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
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  return new WorkError(
    `cannot write to the hub cache ${hubCache(env)}: ${message}`,
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'make room there, or set HF_HOME to a folder with room; then run again, it goes on where it stopped'
      : 'make it writable, or set HF_HOME to a folder that is',
    { cause: error },
  );
};
