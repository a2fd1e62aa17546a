import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotRead } from './file-errors.js';
import { freeLease, type Lease, sweepLease } from './lease.js';

/** A file of items that one process at a time appends to, who has the lease of `<id>.owner`. */
export interface Segment {
  readonly id: string;
  readonly file: string;
}

/** Earlier versions put their owner behind the id; those are read, and left as they are. */
const NAME = /^([0-9a-f-]{36})(~.*)?\.items$/;

export const segmentsIn = async (folder: string): Promise<readonly Segment[]> => {
  const names = await readdir(folder).catch(cannotRead(folder, []));
  return names.sort().flatMap((name) => {
    const [, id] = NAME.exec(name) ?? [];
    return id ? [{ id, file: join(folder, name) }] : [];
  });
};

export interface OwnSegment extends Segment {
  readonly takenOver: boolean;
  readonly lease: Lease;
}

/** A segment only this process appends to: one that an ended process left, else a new one. */
export const ownSegment = async (folder: string): Promise<OwnSegment> => {
  const left = (await segmentsIn(folder)).filter(({ id, file }) => file.endsWith(`${id}.items`));
  let own: OwnSegment | undefined;
  for (const { id } of [...left, { id: randomUUID() }]) {
    const owner = join(folder, `${id}.owner`);
    if (own) sweepLease(owner, true);
    if (own) continue;
    const lease = freeLease(owner, { doing: 'storing items', ownFolder: true, toTheEnd: true });
    const file = join(folder, `${id}.items`);
    if (lease) own = { id, file, takenOver: existsSync(file), lease };
  }
  return own!;
};
