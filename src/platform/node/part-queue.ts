import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeLease, sweepLease } from './lease.js';
import { namesIn, ownerName } from './owner.js';
import { removeEmptyNow } from './placing.js';
import { sha256 } from './sha256.js';
import { type PartState, partName, type VectorPart } from './vector-parts.js';

interface PartQueue {
  readonly folder: string;
  readonly parts: readonly VectorPart[];
  stateOf(part: VectorPart): Promise<PartState>;
  /** Whether to make again, at the end, what another has begun and not finished: it costs nothing but time that would be waited. */
  readonly helps: boolean;
  readonly signal: AbortSignal;
}

/** A part to make, and those that this process will probably make after it. */
interface PartToMake {
  readonly part: VectorPart;
  readonly later: readonly VectorPart[];
}

const QUEUE = '.queue';
const LOOK_AGAIN_AFTER = 200;

/**
 * The parts that are to be made here, one at a time, while other processes on any machines take others: whoever has the lease of a part makes it. The
 * part of a process that ended is taken over. When none is free, a process makes again what another has not finished, one helper for a part, so that
 * the slowest costs no more than one part. Ends when all parts are made.
 */
export async function* partsToMake(queue: PartQueue): AsyncGenerator<PartToMake> {
  try {
    yield* partsLeft(queue);
  } finally {
    tidy(join(queue.folder, QUEUE));
  }
}

/** Removes leases of processes that were killed, which nobody takes any more where their parts are made. */
const tidy = (folder: string): void => {
  for (const name of namesIn(folder)) sweepLease(join(folder, name), true);
  removeEmptyNow(folder);
};

async function* partsLeft(queue: PartQueue): AsyncGenerator<PartToMake> {
  const { folder, parts, stateOf, helps, signal } = queue;
  const place = (part: VectorPart, role = ''): string => join(folder, QUEUE, partName(part) + role);
  const left = new Set(turned(parts, namesIn(join(folder, QUEUE)).length > 0));
  async function* take(part: VectorPart, role: '' | '.again'): AsyncGenerator<PartToMake> {
    const lease = freeLease(place(part, role), { doing: `vectors of ${partName(part)}`, ownFolder: true });
    if (!lease) return;
    try {
      if ((await stateOf(part)) !== 'done') yield { part, later: [...left].filter((each) => each !== part) };
      left.delete(part);
    } finally {
      lease.release();
    }
  }
  while (left.size > 0) {
    const before = left.size;
    for (const part of [...left]) yield* take(part, '');
    if (left.size < before) continue;
    for (const part of [...left]) if ((await stateOf(part)) === 'done') left.delete(part);
    const [late] = left;
    if (!late) return;
    if (helps) yield* take(late, '.again');
    if (left.size === before) await pause(LOOK_AGAIN_AFTER, undefined, { signal });
  }
}

/** Beside others a process begins somewhere else, so that each reads a piece of the corpus and they seldom meet. */
const turned = (parts: readonly VectorPart[], others: boolean): readonly VectorPart[] => {
  const first =
    others && parts.length > 0 ? Number.parseInt(sha256(ownerName()).slice(0, 8), 16) % parts.length : 0;
  return [...parts.slice(first), ...parts.slice(0, first)];
};
