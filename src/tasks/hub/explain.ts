import { WorkError } from '../../core/index.js';
import { counted } from '../wording.js';
import { type Environment, hubCache } from './cache.js';
import type { FetchedFile } from './fetch-report.js';
import type { HubFailure } from './hub-failure.js';
import type { Snapshot } from './remote-file.js';
import { hubEndpoint } from './settings.js';

/** A failed request as an error that says what it was for and what to do. */
export const explain = (
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
  refused: () =>
    'set HF_TOKEN to a token of an account that may read it; a public dataset needs none, so unset a token that is no longer valid',
  absent: ({ repository, revision }, _, env) =>
    `see ${hubEndpoint(env)}/datasets/${repository}/tree/${revision}; if HF_ENDPOINT names a mirror, try without`,
  unusable: () =>
    'something may answer in place of the hub (a proxy, a login page, a mirror): check HTTPS_PROXY and HF_ENDPOINT, then run again',
};

const orByHand = (missing: readonly FetchedFile[]): string =>
  missing.length > 0 ? `. Or ${byHand(missing)}` : '';

/** Which files to put where when no program can. */
export const byHand = (files: readonly FetchedFile[]): string =>
  [
    `put ${counted(files.length, 'file')} there by hand:`,
    ...files.flatMap(({ address, path }) => [`    ${address}`, `      → ${path}`]),
  ].join('\n');

/** An error of the disk as one that names the cache; other errors stay as they are. */
export const explainDisk = (error: unknown, env: Environment): unknown => {
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
