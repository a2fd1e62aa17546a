import { closeSync, existsSync, openSync, renameSync, rmdirSync, rmSync, write } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WorkError } from '../../core/index.js';
import { makeFolders, syncMade } from './atomic-file.js';
import { writeError } from './file-errors.js';
import { ageOf, createWhole, mustBeNoLink, readLease, type SeenLease } from './lease-file.js';
import { describeHolder, isLeft, type LeaseHolder, REFRESH_EVERY, sweep, thisHolder } from './owner.js';
import { sha256 } from './sha256.js';
import { duration } from './terminal.js';

export interface LeaseOptions {
  /** What is done in the folder, as others read it: "run of bm25 on Biology". */
  readonly doing: string;
  /** Wait for the one who works there, or fail at once; waits unless false. */
  readonly wait?: boolean;
  /** Gets one line that names the process it waits for. */
  readonly note?: (line: string) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** The folder is there for the lease alone, and goes with it. */
  readonly ownFolder?: boolean;
  /** Held until the process ends: by a signal too, which nobody is asked to hear for it. The next one takes it over then. */
  readonly toTheEnd?: boolean;
}

export interface Lease {
  /** Whether it is still this one's: not if its process stood still for so long that another took it over. */
  isHeld(): boolean;
  /** Lets the next one in. Does nothing the second time. */
  release(): void;
}

const LEASE = 'lease.json';
const LOOK_AGAIN_AFTER = 200;

/**
 * The right to write into a folder, which one process has at a time: a file in it that names the holder. It is released at the end of the
 * process too; a lease whose holder was killed is taken over by the next who asks.
 */
export const acquireLease = async (folder: string, options: LeaseOptions): Promise<Lease> => {
  const { wait = true, note, signal } = options;
  let noted = false;
  for (;;) {
    signal?.throwIfAborted();
    const taken = takenIn(folder, options);
    if ('lease' in taken) return taken.lease;
    if (!wait) throw inUse(folder, taken.holder);
    if (!noted) note?.(waitingLine(folder, taken.holder));
    noted = true;
    await pause(LOOK_AGAIN_AFTER, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
};

/** The lease if it is free now. */
export const freeLease = (folder: string, options: LeaseOptions): Lease | undefined => {
  const taken = takenIn(folder, options);
  return 'lease' in taken ? taken.lease : undefined;
};

/** Removes the lease of a holder that was killed, and what it had not finished; `ownFolder` as of the lease. */
export const sweepLease = (folder: string, ownFolder = false): void => {
  try {
    if (!existsSync(folder)) return;
    if (ownFolder || existsSync(join(folder, LEASE)))
      freeLease(folder, { doing: 'tidying up', ownFolder })?.release();
    else sweep(folder);
  } catch {
    // What cannot be removed does no harm.
  }
};

const takenIn = (folder: string, options: LeaseOptions): Taken => {
  try {
    return tryToTake(folder, thisHolder(options.doing), options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw writeError(folder, error);
  }
};

const waitingLine = (folder: string, holder: LeaseHolder | undefined): string => {
  const since = holder ? `, for ${duration(Math.max(0, Date.now() - Date.parse(holder.since)))} now` : '';
  return (
    `Waiting for ${describeHolder(holder)}${since}, which works in ${folder}. ` +
    `To end the wait, stop that process, or this one by Ctrl-C; if that process is gone, delete ${join(folder, LEASE)}`
  );
};

const inUse = (folder: string, holder: LeaseHolder | undefined): WorkError =>
  new WorkError(
    `${folder}: in use by ${describeHolder(holder)}`,
    `wait until it ends, or name another folder; if it no longer runs, delete ${join(folder, LEASE)}`,
  );

type Taken = { readonly lease: Lease } | { readonly holder: LeaseHolder | undefined };

/**
 * The process that creates `lease.json` has the lease. A left lease goes to the process that creates the one file that is named after its content, and
 * that file then takes its place; the file of a follower that was killed in between is followed in the same way.
 */
const tryToTake = (folder: string, holder: LeaseHolder, options: LeaseOptions): Taken => {
  const made = makeFolders(resolve(folder));
  // Others find it there, and rely on it.
  if (!options.ownFolder) syncMade(resolve(folder), made);
  const own = `${JSON.stringify(holder, null, 2)}\n`;
  const root = join(folder, LEASE);
  const left: SeenLease[] = [];
  for (let file = root; ; file = join(folder, `lease.${sha256(left.at(-1)!.content).slice(0, 32)}.next`)) {
    const seen = readLease(file);
    if (seen && !isLeft(seen.holder, () => ageOf(seen))) return { holder: seen.holder };
    if (seen) {
      left.push(seen);
      continue;
    }
    if (!createWhole(file, own)) {
      mustBeNoLink(file);
      return tryToTake(folder, holder, options);
    }
    // Another may have followed between our look and our file. Then what we follow is no longer there.
    if (left.some(({ file, content }) => readLease(file)?.content !== content)) {
      rmSync(file, { force: true });
      return tryToTake(folder, holder, options);
    }
    if (file !== root) renameSync(file, root);
    for (const { file } of left) if (file !== root) rmSync(file, { force: true });
    sweep(folder);
    const emptied = options.ownFolder ? dirname(resolve(folder)) : made;
    return { lease: hold(folder, root, own, emptied, options.toTheEnd) };
  }
};

const hold = (
  folder: string,
  file: string,
  own: string,
  made: string | undefined,
  toTheEnd = false,
): Lease => {
  const descriptor = openedOrGone(file);
  let [writing, released] = [false, false];
  const isHeld = (): boolean => readLease(file)?.content === own;
  const removeOwn = (): void => {
    try {
      askedAgain(() => {
        if (isHeld()) rmSync(file, { force: true });
      });
    } catch {
      // A disk that fails must not keep a process from ending. The next one takes the lease over.
    }
  };
  // Through the open file, so that a lease which another host took over is not refreshed for it.
  const refresh = setInterval(() => {
    if (writing) return;
    writing = true;
    write(descriptor, own, 0, () => {
      writing = false;
      if (released) closeSync(descriptor);
    });
  }, REFRESH_EVERY).unref();
  const release = (): void => {
    if (!held.delete(release)) return;
    clearInterval(refresh);
    released = true;
    // A write that is under way would reach the file that gets the number of a closed one.
    if (!writing) closeSync(descriptor);
    removeOwn();
    if (made) removeEmpty(folder, made);
    guarded.delete(release);
    if (held.size === 0) process.off('exit', releaseAll);
    if (guarded.size === 0) for (const name of SIGNALS) process.off(name, onSignal);
  };
  // Before others, which may remove its folder.
  if (held.size === 0) process.prependListener('exit', releaseAll);
  held.add(release);
  if (toTheEnd) return { isHeld, release };
  // First, to count also those who listen once.
  if (guarded.size === 0) for (const name of SIGNALS) process.prependListener(name, onSignal);
  guarded.add(release);
  return { isHeld, release };
};

/** A lease that cannot be refreshed is given back. */
const openedOrGone = (file: string): number => {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
};

/** A disk that fails once is asked again. */
const askedAgain = (work: () => void): void => {
  try {
    work();
  } catch {
    work();
  }
};

/** Removes folders that were made for the lease and have stayed empty, up to the first of them. */
const removeEmpty = (folder: string, made: string): void => {
  try {
    for (let each = resolve(folder); each.length >= resolve(made).length; each = dirname(each))
      askedAgain(() => rmdirSync(each));
  } catch {
    // Something is in it.
  }
};

const held = new Set<() => void>();
/** Those that end with a signal. */
const guarded = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const releaseAll = (): void => {
  for (const release of [...held]) release();
};

/** Where another listens to the signal, it decides whether the process ends; its leases are released then. */
const onSignal = (name: NodeJS.Signals): void => {
  if (process.listenerCount(name) > 1) return;
  releaseAll();
  process.kill(process.pid, name);
};
