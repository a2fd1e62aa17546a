import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who works in a folder, as its lease file says. */
export interface LeaseHolder {
  /** Differs for every lease. */
  readonly id: string;
  readonly doing: string;
  readonly process: number;
  readonly host: string;
  /** Since when it holds the lease, and when its process began. */
  readonly since: string;
  readonly started: string;
  /** Tells this process from a later one of the same id; null where the platform does not say. */
  readonly start: string | null;
  readonly processTable: string;
}

/**
 * A lease of another host is refreshed this often, and counts as left behind when it was not for `STALE_AFTER`. On the same host the
 * process itself is looked at.
 */
export const REFRESH_EVERY = 15_000;
const STALE_AFTER = 300_000;

export const thisHolder = (doing: string): LeaseHolder => ({
  id: randomUUID(),
  doing,
  process: process.pid,
  host: hostname(),
  since: new Date().toISOString(),
  started: new Date(performance.timeOrigin).toISOString(),
  start: processStart(process.pid),
  processTable: processTable(),
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

/** Whether a lease has no working process any more. `age`: milliseconds since it was refreshed. */
export const isLeft = (holder: LeaseHolder | undefined, age: () => number): boolean =>
  holder?.processTable === processTable() ? !isRunning(holder.process, holder.start) : age() > STALE_AFTER;

export const describeHolder = (holder: LeaseHolder | undefined): string =>
  holder
    ? `process ${holder.process} on ${holder.host} (${holder.doing}), since ${holder.since}`
    : 'a process that cannot be named';

/**
 * Whether a process of this host runs. Process ids are given out again, so `start` (from `processStart`) must be the same where it
 * is known.
 */
export const isRunning = (id: number, start: string | null = null): boolean => {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const stat = processStat(id);
  if (!stat) return true;
  // A zombie has ended and waits for its parent to notice.
  return !'ZX'.includes(stat.state) && (start === null || stat.start === start);
};

/** When a process began, in the words of /proc; null where the platform has none. Only good for comparing. */
const processStart = (id: number): string | null => processStat(id)?.start ?? null;

/**
 * Names the table that process ids of this process are in. Two containers may share a host name but not their ids, and after a
 * restart of the machine ids begin again.
 */
const processTable = (): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
};

/** Fields of /proc/ID/stat. The name in brackets may hold anything, also brackets and whitespace. */
const processStat = (id: number): { readonly state: string; readonly start: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, start: fields[19]! };
  } catch {
    return undefined;
  }
};
