import { randomUUID } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './lease-holder.js';

/** A file of items that one process at a time appends to: `<id>~<machine>~<process>.items`. */
export interface Segment {
  /** Stays when another process takes it over. */
  readonly id: string;
  readonly file: string;
  readonly machine: string;
  readonly process: number;
}

const NAME = /^([0-9a-f-]{36})~([\w.-]*)~(\d+)\.items$/;

export const segmentsIn = async (folder: string): Promise<readonly Segment[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const [, id, machine, process] = NAME.exec(name) ?? [];
    return id ? [{ id, file: join(folder, name), machine: machine!, process: Number(process) }] : [];
  });
};

/**
 * A segment only this process appends to: one that an ended process left, else a new one. Renaming decides between two
 * who want the same one.
 */
export const ownSegment = async (folder: string): Promise<Segment & { readonly takenOver: boolean }> => {
  for (const segment of await segmentsIn(folder)) {
    if (!hasEnded(segment)) continue;
    const own = segmentOf(folder, segment.id);
    const takenOver = await rename(segment.file, own.file).then(
      () => true,
      () => false,
    );
    if (takenOver) return { ...own, takenOver };
  }
  return { ...segmentOf(folder, randomUUID()), takenOver: false };
};

const segmentOf = (folder: string, id: string): Segment => {
  const machine = thisMachine();
  const file = join(folder, `${id}~${machine}~${process.pid}.items`);
  return { id, file, machine, process: process.pid };
};

const thisMachine = (): string => hostname().replace(/[^\w.-]/g, '_');

/** Of another machine that shares the folder nothing is known, so its segments are left to it. */
const hasEnded = ({ machine, process: id }: Segment): boolean => machine === thisMachine() && !isRunning(id);
