import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { hostname, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { once } from '../../core/index.js';
import { sha256 } from './sha256.js';

/** A process as others tell whether it still works: the one rule for leases, files of stores and unfinished files. */
export interface Owner {
  /** 0 for what was given up. */
  readonly process: number;
  /** Differs between machines; those of one host name and one image may share it. */
  readonly machine: string;
  /** Boot and PID namespace: only within one of them process ids can be compared. */
  readonly processTable: string;
  /** Tells this process from a later one of the same id; null where the platform does not say. */
  readonly start: string | null;
}

/** Who works in a folder, as its lease file says. */
export interface LeaseHolder extends Owner {
  /** Differs for every lease. */
  readonly id: string;
  readonly doing: string;
  readonly host: string;
  /** Since when it holds the lease. */
  readonly since: string;
}

/** Holders of leases give a sign of life this often. Who gave none for `STALE_AFTER` has ended, where the process cannot be looked at. */
export const REFRESH_EVERY = 15_000;
const STALE_AFTER = 300_000;

export const thisHolder = (doing: string): LeaseHolder => ({
  id: randomUUID(),
  doing,
  ...thisProcess(),
  host: hostname(),
  since: new Date().toISOString(),
});

/** The holder a lease file names; undefined where the file is damaged or still being written. */
export const parseHolder = (content: string): LeaseHolder | undefined => {
  try {
    const holder = JSON.parse(content) as LeaseHolder;
    return Number.isInteger(holder.process) && typeof holder.id === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
};

export const describeHolder = (holder: LeaseHolder | undefined): string =>
  holder
    ? `process ${holder.process} on ${holder.host} (${holder.doing}), since ${holder.since}`
    : 'a process that cannot be named';

/** Marks a file as this process's; with `givenUp`, as nobody's. */
export const ownerName = (givenUp = false): string => {
  const { machine, processTable, start } = thisProcess();
  const id = givenUp ? 0 : process.pid;
  return [machine, processTable, id, start ?? '_', randomBytes(4).toString('hex')].join('-');
};

export const OWNER_NAME = '[0-9a-f]{8}-[0-9a-f]{8}-\\d+-(?:\\d+|_)-[0-9a-f]{8}';

/** Whose file it is by its mark; undefined for one of another program or version. */
export const ownerIn = (mark: string): Owner | undefined => {
  if (!new RegExp(`^${OWNER_NAME}$`).test(mark)) return undefined;
  const [machine, processTable, id, start] = mark.split('-');
  return {
    ...{ machine: machine!, processTable: processTable! },
    process: Number(id),
    start: start === '_' ? null : start!,
  };
};

/** The name of a file or folder until it is whole; what is left of it is recognised by that. */
export const unfinishedName = (path: string): string => `${path}.${ownerName()}.unfinished`;

/** Where a folder is put aside for another one to take its place. */
export const replacedName = (path: string): string => `${path}.${ownerName()}.replaced`;

/** Earlier versions left no owner in their names. */
const MARKED = new RegExp(`^(.*)\\.(${OWNER_NAME}|[0-9a-f-]{36})\\.(unfinished|replaced)$`);

/** Unfinished files give no signs of life. A day is longer than any of them takes. */
const FORGOTTEN_AFTER = 86_400_000;

/** Paths in a folder that nobody works on any more, and that of which each was to take the place or was put aside for. */
export const unfinishedIn = (folder: string): readonly { readonly path: string; readonly of?: string }[] =>
  namesIn(folder).flatMap((name) => {
    const [, of, mark, kind] = MARKED.exec(name) ?? [];
    if (mark === undefined) return [];
    const path = join(folder, name);
    const { mtimeMs = Date.now() } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    if (!isLeft(ownerIn(mark), () => Date.now() - mtimeMs, FORGOTTEN_AFTER)) return [];
    return [{ path, ...(kind === 'replaced' && { of: join(folder, of!) }) }];
  });

/** Names in a folder; none where it cannot be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Removes what killed processes left in a folder. A folder that was put aside and not replaced gets its place back. What cannot be removed does no harm. */
export const sweep = (folder: string): void => {
  for (const { path, of } of unfinishedIn(folder))
    try {
      if (of !== undefined && !existsSync(of)) renameSync(path, of);
      else rmSync(path, { recursive: true, force: true });
    } catch {
      // Another may be doing the same.
    }
};

/** A folder for what ends with the process; whoever makes the next one removes it after a kill. */
export const temporaryFolder = (): string => {
  sweep(tmpdir());
  const folder = unfinishedName(join(tmpdir(), 'r2med'));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
};

/**
 * Whether an owner no longer works. One that shares our table of processes is looked at. Of all others only their last sign of life is known, `age` milliseconds
 * ago: they have ended when it is older than `limit`, or than this boot of the same machine. A date in the future is no sign of life either.
 */
export const isLeft = (
  owner: Owner | undefined,
  age: () => number,
  limit = STALE_AFTER,
  here: Owner & { readonly upFor?: number } = thisProcess(),
): boolean => {
  if (owner?.process === 0) return true;
  const sameMachine = owner?.machine === here.machine;
  if (owner && sameMachine && owner.processTable === here.processTable) {
    if (!isRunning(owner.process, owner.start)) return true;
    // Without its start the process may be a later one of the same id.
    return owner.start === null && Math.abs(age()) > limit;
  }
  const ago = age();
  // Another machine of the same name still gives its signs.
  const rebooted = sameMachine && ago > Math.max(here.upFor ?? uptime() * 1000, 2 * REFRESH_EVERY);
  return Math.abs(ago) > limit || rebooted;
};

/** Process ids are given out again, so `start` must be the same where it is known. */
const isRunning = (id: number, start: string | null): boolean => {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const stat = processStat(String(id));
  if (!stat) return true;
  // A zombie has ended and waits for its parent to notice.
  return !'ZX'.includes(stat.state) && (start === null || stat.start === start);
};

/** Without /proc, as on macOS and Windows: host name and process id alone. */
const thisProcess = once((): Owner => {
  const short = (text: string): string => sha256(text).slice(0, 8);
  return {
    process: process.pid,
    machine: short(`${hostname()} ${orNothing(() => readFileSync('/etc/machine-id', 'utf8'))}`),
    processTable: short(
      orNothing(
        () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid'),
      ),
    ),
    start: processStat('self')?.start ?? null,
  };
});

const orNothing = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** Fields of /proc/ID/stat. The name in brackets may hold anything, also brackets and whitespace. */
const processStat = (id: string): { readonly state: string; readonly start: string } | undefined => {
  // A namespace may be without a /proc of its own: then its numbers are those of others.
  if (orNothing(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  const stat = orNothing(() => readFileSync(`/proc/${id}/stat`, 'utf8'));
  if (stat === '') return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, start: fields[19]! };
};
