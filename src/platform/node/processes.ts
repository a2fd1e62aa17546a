import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

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
export const processStart = (id: number): string | null => processStat(id)?.start ?? null;

/**
 * Names the table that process ids of this process are in. Two containers may share a host name but not their ids, and after a
 * restart of the machine ids begin again.
 */
export const processTable = (): string => {
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
