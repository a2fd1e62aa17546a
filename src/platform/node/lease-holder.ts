import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isRunning, processStart, processTable } from './processes.js';

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
export const STALE_AFTER = 300_000;

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
